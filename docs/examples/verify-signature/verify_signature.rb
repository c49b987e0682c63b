require 'openssl'

TOLERANCE = 300

def genuine?(secret, header, raw_body, now = Time.now.to_i)
  parts = header.split(',').map { |part| part.split('=', 2) }
  timestamp = parts.assoc('t')&.at(1).to_s
  return false unless timestamp.match?(/\A[0-9]{1,18}\z/)
  return false if (now - timestamp.to_i).abs > TOLERANCE

  expected = OpenSSL::HMAC.hexdigest('SHA256', secret, "#{timestamp}.".b + raw_body.b)
  parts.any? do |name, value|
    name == 'v1' && value.to_s.bytesize == expected.bytesize && OpenSSL.fixed_length_secure_compare(value.b, expected)
  end
end
