using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Vatmock
{
    /// <summary>What a client needs to use its sandbox.</summary>
    internal sealed class Credentials
    {
        public string Id { get; set; }
        public string ClientId { get; set; }
        public string ClientSecret { get; set; }
        public string[] Sellers { get; set; }
        public string BaseUrl { get; set; }
        public string TokenUrl { get; set; }
    }

    /// <summary>A mistake of the client, with the rule of the API description that it breaks.</summary>
    public sealed class Finding
    {
        public string Rule { get; set; }
        public string Title { get; set; }
        public string Detail { get; set; }
        public string Quote { get; set; }
        public string Remedy { get; set; }
        /// <summary>False if a correct client could look the same: it fails no test.</summary>
        public bool Certain { get; set; }
    }

    /// <summary><c>met</c>, <c>not-met</c> or <c>open</c>: each expectation, and the scenario.</summary>
    public sealed class ScenarioVerdict
    {
        public string Verdict { get; set; }
        public Expectation[] Expectations { get; set; }
    }

    public sealed class Expectation
    {
        public string Verdict { get; set; }
        public string Wanted { get; set; }
        public string Came { get; set; }
        public string Because { get; set; }
    }

    public sealed class Delivery
    {
        public string Id { get; set; }
        public string EventId { get; set; }
        public string EventType { get; set; }
        public string Status { get; set; }
        public int? HttpStatus { get; set; }
        public int Attempts { get; set; }
    }

    public sealed class VerificationFailedException : Exception
    {
        internal VerificationFailedException(IEnumerable<string> faults) : base(string.Join(Environment.NewLine, faults)) { }
    }

    /// <summary>An organization with its client, its data and its clock.</summary>
    public sealed class Sandbox
    {
        private sealed class Page<T>
        {
            public T[] Data { get; set; }
        }

        private readonly ControlApi control;
        private readonly Credentials credentials;
        private readonly List<string> active = new List<string>();

        public string Id => credentials.Id;
        public string ClientId => credentials.ClientId;
        public string ClientSecret => credentials.ClientSecret;
        public string[] Sellers => credentials.Sellers;
        public string BaseUrl => credentials.BaseUrl;
        public string TokenUrl => credentials.TokenUrl;

        internal Sandbox(ControlApi control, Credentials credentials)
        {
            this.control = control;
            this.credentials = credentials;
        }

        /// <summary>Any call about this sandbox: a path below <c>/__admin</c>, without a query.</summary>
        public Task<JToken> ControlAsync(string method, string path, object body = null) =>
            CallAsync<JToken>(method, path, body);

        private Task<T> CallAsync<T>(string method, string path, object body = null) =>
            control.CallAsync<T>(method, path + "?sandbox=" + Id, body);

        /// <summary>Starts a scenario, and has <see cref="VerifyAsync"/> look at its verdict.</summary>
        public async Task ActivateAsync(string scenario)
        {
            await ControlAsync("POST", $"/scenarios/{scenario}/activate").ConfigureAwait(false);
            active.Add(scenario);
        }

        public Task<ScenarioVerdict> VerdictAsync(string scenario) =>
            CallAsync<ScenarioVerdict>("GET", $"/scenarios/{scenario}/verdict");

        /// <summary>Lets time pass, such as <c>PT72H</c>: all that falls due has happened when it returns.</summary>
        public Task AdvanceAsync(string by) => ControlAsync("POST", "/clock/advance", new { by });

        /// <summary>A criterion that is null matches everything.</summary>
        /// <param name="status"><c>PENDING</c>, <c>DELIVERED</c> or <c>FAILED</c></param>
        /// <param name="timeout">in real time, such as <c>PT5S</c>; at most <c>PT55S</c></param>
        public async Task<Delivery[]> AwaitDeliveriesAsync(
            string eventType = null, string status = null, int? count = null, string timeout = null)
        {
            var criteria = new { eventType, status, count, timeout };
            return (await CallAsync<Page<Delivery>>("POST", "/deliveries/await", criteria).ConfigureAwait(false)).Data;
        }

        public async Task<Finding[]> FindingsAsync() =>
            (await CallAsync<Page<Finding>>("GET", "/findings").ConfigureAwait(false)).Data;

        /// <summary>Fails with what scenarios expected in vain, and with every certain finding.</summary>
        public async Task VerifyAsync()
        {
            var faults = new List<string>();
            foreach (var scenario in active)
            {
                var verdict = await VerdictAsync(scenario).ConfigureAwait(false);
                foreach (var one in verdict.Expectations.Where(one => one.Verdict != "met"))
                    faults.Add($"{scenario}: expected {one.Wanted}; {one.Came}. {one.Because}");
            }
            foreach (var one in (await FindingsAsync().ConfigureAwait(false)).Where(one => one.Certain))
                faults.Add($"{one.Rule}: {one.Title}\n  {one.Detail}\n  API description: \"{one.Quote}\"\n  {one.Remedy}");
            if (faults.Count > 0) throw new VerificationFailedException(faults);
        }

        public Task DeleteAsync() => control.CallAsync<object>("DELETE", "/sandboxes/" + Id);
    }
}
