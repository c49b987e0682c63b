using System.Net.Http;
using System.Text;
using System.Threading.Tasks;
using Newtonsoft.Json;

namespace Vatmock
{
    internal sealed class ControlApi
    {
        private static readonly JsonSerializerSettings Json = new JsonSerializerSettings
        {
            DateParseHandling = DateParseHandling.None,
            NullValueHandling = NullValueHandling.Ignore,
        };

        private readonly HttpClient http = new HttpClient();
        private readonly string url;

        internal ControlApi(string url)
        {
            this.url = url + "/__admin";
        }

        /// <summary>What comes as this type; null if nothing comes.</summary>
        internal async Task<T> CallAsync<T>(string method, string path, object body = null)
        {
            var request = new HttpRequestMessage(new HttpMethod(method), url + path);
            if (body != null)
                request.Content = new StringContent(JsonConvert.SerializeObject(body, Json), Encoding.UTF8, "application/json");
            using (var response = await http.SendAsync(request).ConfigureAwait(false))
            {
                var text = await response.Content.ReadAsStringAsync().ConfigureAwait(false);
                if (!response.IsSuccessStatusCode)
                    throw new HttpRequestException($"{method} {path}: {(int)response.StatusCode} {text}");
                return JsonConvert.DeserializeObject<T>(text, Json);
            }
        }
    }
}
