using System;
using System.Collections.Concurrent;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Sample
{
    /// <summary>Verifies the raw body before it reads it; an event that came before is answered alike and does nothing.</summary>
    public sealed class WebhookReceiver : IDisposable
    {
        /// <summary>Seconds between the signature's time stamp and now.</summary>
        private const long Tolerance = 300;

        private readonly HttpListener listener = new HttpListener();

        public int Port { get; }
        /// <summary>That of the webhook endpoint, which is known once it is registered.</summary>
        public string Secret { get; set; } = "";
        /// <summary>Types of the events that were accepted, by id.</summary>
        public ConcurrentDictionary<string, string> Events { get; } = new ConcurrentDictionary<string, string>();

        public WebhookReceiver()
        {
            var free = new TcpListener(IPAddress.Any, 0);
            free.Start();
            Port = ((IPEndPoint)free.LocalEndpoint).Port;
            free.Stop();
            // A container calls from another host. On Windows, this takes an administrator, or `netsh http add urlacl`.
            listener.Prefixes.Add($"http://*:{Port}/");
            listener.Start();
            _ = ReceiveAsync();
        }

        private async Task ReceiveAsync()
        {
            while (true)
            {
                // Throws once the listener is closed, and nobody minds.
                var exchange = await listener.GetContextAsync();
                var rawBody = new MemoryStream();
                await exchange.Request.InputStream.CopyToAsync(rawBody);
                var genuine = IsGenuine(exchange.Request.Headers["X-Service-Signature"] ?? "", rawBody.ToArray());
                exchange.Response.StatusCode = !genuine ? 401 : Accept(rawBody.ToArray()) ? 204 : 400;
                exchange.Response.Close();
            }
        }

        /// <summary>Whether it is an event.</summary>
        private bool Accept(byte[] rawBody)
        {
            try
            {
                var notice = JObject.Parse(Encoding.UTF8.GetString(rawBody));
                Events.TryAdd((string)notice["id"], (string)notice["type"]);
                return true;
            }
            catch (Exception other) when (other is JsonException || other is ArgumentException)
            {
                return false;
            }
        }

        private bool IsGenuine(string header, byte[] rawBody)
        {
            if (OrderClient.Mistake == "unsigned-webhook") return true;
            var parts = header.Split(',');
            var timestamp = parts[0].StartsWith("t=", StringComparison.Ordinal) ? parts[0].Substring(2) : "";
            if (!long.TryParse(timestamp, NumberStyles.None, CultureInfo.InvariantCulture, out var sent)) return false;
            if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - sent) > Tolerance) return false;
            using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(Secret)))
            {
                var digest = hmac.ComputeHash(Encoding.UTF8.GetBytes(timestamp + ".").Concat(rawBody).ToArray());
                var hex = BitConverter.ToString(digest).Replace("-", "").ToLowerInvariant();
                var expected = Encoding.UTF8.GetBytes("v1=" + hex);
                return parts.Any(part => CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(part), expected));
            }
        }

        public void Dispose() => listener.Close();
    }
}
