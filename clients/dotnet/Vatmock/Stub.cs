using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Threading.Tasks;

namespace Vatmock
{
    /// <summary>One server for all tests: in a container, or a program.</summary>
    public sealed partial class Stub : IAsyncDisposable
    {
        private const string Ready = "/ready";
        private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

        /// <summary>Delays of scenarios are recorded and not waited for.</summary>
        private static readonly Dictionary<string, string> Settings = new Dictionary<string, string>
        {
            ["VATMOCK_DELAYS"] = "skip",
            ["VATMOCK_LOG_LEVEL"] = "warn",
        };

        private readonly ControlApi control;
        private readonly string testHost;
        private readonly Func<Task> stop;

        public string Url { get; }

        private Stub(string url, string testHost, Func<Task> stop)
        {
            Url = url;
            control = new ControlApi(url);
            this.testHost = testHost;
            this.stop = stop;
        }

        /// <summary>
        /// Uses the stub that runs at <c>VATMOCK_URL</c>; else starts the program that <c>VATMOCK_COMMAND</c> names, such as
        /// <c>npx vatmock</c>; else a container.
        /// </summary>
        /// <param name="image">by default that of <c>VATMOCK_IMAGE</c>, else <c>vatmock</c></param>
        /// <param name="reuse">the container outlives the tests and serves the next ones, too</param>
        /// <param name="settings">further ones: docs/configuration.md</param>
        public static Task<Stub> StartAsync(
            string image = null, bool reuse = false, IReadOnlyDictionary<string, string> settings = null)
        {
            settings = settings ?? new Dictionary<string, string>();
            var running = Environment.GetEnvironmentVariable("VATMOCK_URL");
            if (!string.IsNullOrEmpty(running))
                return Task.FromResult(new Stub(running.TrimEnd('/'), "127.0.0.1", () => Task.CompletedTask));
            if (!string.IsNullOrEmpty(Environment.GetEnvironmentVariable("VATMOCK_COMMAND"))) return StartProgramAsync(settings);
            Task<Stub> starting = null;
            StartContainer(
                image ?? Environment.GetEnvironmentVariable("VATMOCK_IMAGE") ?? "vatmock", reuse, settings, ref starting);
            return starting ?? throw new PlatformNotSupportedException("Compiled without Testcontainers: set VATMOCK_COMMAND");
        }

        /// <summary>Its file alone needs Testcontainers, and can be left out.</summary>
        static partial void StartContainer(
            string image, bool reuse, IReadOnlyDictionary<string, string> settings, ref Task<Stub> starting);

        private static async Task<Stub> StartProgramAsync(IReadOnlyDictionary<string, string> settings)
        {
            var free = new TcpListener(IPAddress.Loopback, 0);
            free.Start();
            var port = ((IPEndPoint)free.LocalEndpoint).Port;
            free.Stop();
            // Job control gives it a group: a package runner may be between, and all have to end. They end when the shell's
            // input does, also when the tests are killed.
            var script = $"set -m; exec 3>&2 2>/dev/null; eval $VATMOCK_COMMAND serve --port {port} </dev/null >/dev/null 2>&3 & "
                + "(read stop; kill -- -$!) & wait %1";
            var start = new ProcessStartInfo("bash", $"-c \"{script}\"") { RedirectStandardInput = true, UseShellExecute = false };
            foreach (var setting in Settings) start.Environment[setting.Key] = setting.Value;
            foreach (var setting in settings) start.Environment[setting.Key] = setting.Value;
            var program = Process.Start(start);
            var stub = new Stub($"http://127.0.0.1:{port}", "127.0.0.1", () =>
            {
                program.StandardInput.Close();
                return Task.Run((Action)program.WaitForExit);
            });
            var deadline = DateTime.UtcNow + Patience;
            try
            {
                while (!await stub.IsReadyAsync().ConfigureAwait(false))
                {
                    if (program.HasExited)
                        throw new InvalidOperationException($"VATMOCK_COMMAND ended with {program.ExitCode} before it was ready");
                    if (DateTime.UtcNow > deadline)
                        throw new TimeoutException("VATMOCK_COMMAND was not ready in time");
                    await Task.Delay(50).ConfigureAwait(false);
                }
                return stub;
            }
            catch
            {
                await stub.DisposeAsync().ConfigureAwait(false);
                throw;
            }
        }

        private async Task<bool> IsReadyAsync()
        {
            try
            {
                await control.CallAsync<object>("GET", Ready).ConfigureAwait(false);
                return true;
            }
            catch (Exception notYet) when (notYet is HttpRequestException || notYet is OperationCanceledException)
            {
                return false;
            }
        }

        /// <summary>Where the stub reaches a receiver that listens on this port of the machine of the tests.</summary>
        public string ReceiverUrl(int port) => $"http://{testHost}:{port}";

        /// <param name="wish">members of <c>POST /__admin/sandboxes</c>, all optional</param>
        public async Task<Sandbox> CreateSandboxAsync(object wish = null) =>
            new Sandbox(control, await control.CallAsync<Credentials>("POST", "/sandboxes", wish ?? new { }).ConfigureAwait(false));

        /// <summary>A sandbox for one test: verified when the test has passed, and deleted.</summary>
        public async Task InSandboxAsync(Func<Sandbox, Task> test)
        {
            var sandbox = await CreateSandboxAsync().ConfigureAwait(false);
            var passed = false;
            try
            {
                await test(sandbox).ConfigureAwait(false);
                await sandbox.VerifyAsync().ConfigureAwait(false);
                passed = true;
            }
            finally
            {
                try
                {
                    await sandbox.DeleteAsync().ConfigureAwait(false);
                }
                // The failure of the test says more.
                catch (Exception) when (!passed) { }
            }
        }

        public ValueTask DisposeAsync() => new ValueTask(stop());
    }
}
