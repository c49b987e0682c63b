using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Sample
{
    /// <summary>The API, or its token endpoint, has refused.</summary>
    public sealed class ProblemException : Exception
    {
        public int Status { get; }
        /// <summary>The last part of its type: what a client decides by.</summary>
        public string Type { get; }
        /// <summary>What the API asks to wait.</summary>
        internal TimeSpan RetryAfter { get; }

        internal ProblemException(HttpResponseMessage response, JObject body)
            : base((string)(body["detail"] ?? body["error_description"]) ?? $"the answer was {(int)response.StatusCode}")
        {
            Status = (int)response.StatusCode;
            var type = (string)body["type"] ?? "";
            Type = type.Substring(type.LastIndexOf('/') + 1);
            RetryAfter = response.Headers.RetryAfter?.Delta ?? TimeSpan.Zero;
        }

        /// <summary>Whether the same request may be accepted later.</summary>
        internal bool MayPass =>
            OrderClient.Mistake == "status-not-type" && Status == 409
            || Status >= 500 || Status == 429 || Type == "idempotency-key-in-flight";
    }

    /// <summary>A small client of the API.</summary>
    public sealed class OrderClient
    {
        /// <summary>What clients often do wrong, for the tests of this project. A client of yours has nothing of the kind.</summary>
        internal static readonly string Mistake = Environment.GetEnvironmentVariable("MISTAKE");

        private const int MostAttempts = 3;
        /// <summary>A token is renewed this long before it expires.</summary>
        private static readonly TimeSpan Renewal = TimeSpan.FromMinutes(1);

        private sealed class Answer
        {
            internal JObject Body;
            internal string ETag;
        }

        private readonly HttpClient http = new HttpClient();
        private readonly SemaphoreSlim oneAtATime = new SemaphoreSlim(1);
        private readonly string baseUrl;
        private readonly string tokenUrl;
        private readonly Dictionary<string, string> form;
        private readonly TimeSpan patience;
        private string token;
        private DateTimeOffset renewAt;

        /// <summary>Waits <c>patience</c> before the second attempt, twice as long before the third.</summary>
        public OrderClient(string baseUrl, string tokenUrl, string clientId, string clientSecret, TimeSpan patience)
        {
            this.baseUrl = baseUrl;
            this.tokenUrl = tokenUrl;
            this.patience = patience;
            form = new Dictionary<string, string>
            {
                ["grant_type"] = "client_credentials",
                ["client_id"] = clientId,
                ["client_secret"] = clientSecret,
            };
        }

        /// <summary>Returns its id.</summary>
        public async Task<string> SaveBuyerAsync(string seller, object buyer) =>
            (string)(await CallAsync("POST", $"/partners/{seller}/buyers", buyer)).Body["uuid"];

        /// <summary>Returns its id.</summary>
        public async Task<string> CreateOrderAsync(string seller, object order) =>
            (string)(await CallAsync("POST", $"/partners/{seller}/orders", order)).Body["uuid"];

        /// <summary>
        /// Changes the version that it has read. If another client was faster, it reads again. Returns the new name.
        /// </summary>
        public async Task<string> RenameBuyerAsync(string seller, string buyer, string companyName)
        {
            var path = $"/partners/{seller}/buyers/{buyer}";
            for (var attempt = 1; ; attempt++)
            {
                var etag = (await CallAsync("GET", path)).ETag;
                try
                {
                    return (string)(await CallAsync("PATCH", path, new { companyName }, etag)).Body["companyName"];
                }
                catch (ProblemException problem) when (problem.Type == "version-mismatch" && attempt < MostAttempts) { }
            }
        }

        /// <summary>Returns the secret that signs deliveries: it is shown only once.</summary>
        public async Task<string> RegisterWebhookAsync(string url, params string[] events) =>
            (string)(await CallAsync("POST", "/webhooks", new { url, events })).Body["secret"];

        /// <summary>The key is drawn once for what is to be done, and sent with every attempt.</summary>
        private async Task<Answer> CallAsync(string method, string path, object body = null, string ifMatch = null)
        {
            var key = Guid.NewGuid().ToString();
            for (var attempt = 1; ; attempt++)
            {
                try
                {
                    if (Mistake == "new-key") key = Guid.NewGuid().ToString();
                    return await SendAsync(method, path, key, body, ifMatch);
                }
                catch (ProblemException problem) when (attempt < MostAttempts && problem.MayPass)
                {
                    await Task.Delay(problem.RetryAfter);
                }
                // No answer: the connection is lost, or the time is up.
                catch (Exception failed)
                    when (attempt < MostAttempts && (failed is HttpRequestException || failed is TaskCanceledException)) { }
                await Task.Delay(TimeSpan.FromTicks(patience.Ticks * attempt));
            }
        }

        private async Task<Answer> SendAsync(string method, string path, string key, object body, string ifMatch)
        {
            var request = new HttpRequestMessage(new HttpMethod(method), baseUrl + path);
            request.Headers.Add("Authorization", "Bearer " + await GetTokenAsync());
            if (method != "GET") request.Headers.Add("Idempotency-Key", key);
            if (ifMatch != null && Mistake != "no-if-match") request.Headers.TryAddWithoutValidation("If-Match", ifMatch);
            if (body != null)
                request.Content = new StringContent(JsonConvert.SerializeObject(body), Encoding.UTF8, "application/json");
            using (var response = await http.SendAsync(request))
            {
                var answer = await ReadAsync(response);
                // As it came: `Headers.ETag` has none that lacks its quotation marks.
                var etag = response.Headers.Contains("ETag") ? response.Headers.GetValues("ETag").First() : null;
                return new Answer { Body = answer, ETag = etag };
            }
        }

        private static async Task<JObject> ReadAsync(HttpResponseMessage response)
        {
            var body = new JObject();
            try
            {
                body = JObject.Parse(await response.Content.ReadAsStringAsync());
            }
            // A gateway may answer something else than JSON.
            catch (JsonReaderException) { }
            return response.IsSuccessStatusCode ? body : throw new ProblemException(response, body);
        }

        private async Task<string> GetTokenAsync()
        {
            await oneAtATime.WaitAsync();
            try
            {
                if (DateTimeOffset.UtcNow < renewAt && Mistake != "token-per-call") return token;
                using (var response = await http.PostAsync(tokenUrl, new FormUrlEncodedContent(form)))
                {
                    var granted = await ReadAsync(response);
                    renewAt = DateTimeOffset.UtcNow.AddSeconds((int)granted["expires_in"]) - Renewal;
                    return token = (string)granted["access_token"];
                }
            }
            finally
            {
                oneAtATime.Release();
            }
        }
    }
}
