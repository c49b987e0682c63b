import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class WebhookSignature {
  private static final long TOLERANCE = 300;

  static boolean isGenuine(String secret, String header, byte[] rawBody, Instant now)
      throws GeneralSecurityException {
    String timestamp = "";
    for (String part : header.split(",")) if (part.startsWith("t=")) timestamp = part.substring(2);
    if (!timestamp.matches("[0-9]{1,18}")) return false;
    if (Math.abs(now.getEpochSecond() - Long.parseLong(timestamp)) > TOLERANCE) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
    byte[] expected = HexFormat.of().formatHex(mac.doFinal(rawBody)).getBytes(StandardCharsets.UTF_8);
    for (String part : header.split(","))
      if (part.startsWith("v1=")
          && MessageDigest.isEqual(part.substring(3).getBytes(StandardCharsets.UTF_8), expected)) return true;
    return false;
  }
}
