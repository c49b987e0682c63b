using System;
using System.Globalization;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

public static class WebhookSignature
{
    private const long Tolerance = 300;

    public static bool IsGenuine(string secret, string header, byte[] rawBody, DateTimeOffset now)
    {
        var parts = header.Split(',').Select(part => part.Split('=', 2)).Where(part => part.Length == 2).ToList();
        var timestamp = parts.FirstOrDefault(part => part[0] == "t")?[1] ?? "";
        if (!long.TryParse(timestamp, NumberStyles.None, CultureInfo.InvariantCulture, out var sent)) return false;
        if (Math.Abs(now.ToUnixTimeSeconds() - sent) > Tolerance) return false;
        using var mac = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, Encoding.UTF8.GetBytes(secret));
        mac.AppendData(Encoding.UTF8.GetBytes(timestamp + "."));
        mac.AppendData(rawBody);
        var expected = Encoding.UTF8.GetBytes(Convert.ToHexString(mac.GetHashAndReset()).ToLowerInvariant());
        return parts.Any(part => part[0] == "v1"
            && CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(part[1]), expected));
    }
}
