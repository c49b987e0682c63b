using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using DotNet.Testcontainers.Builders;

namespace Vatmock
{
    public sealed partial class Stub
    {
        /// <summary>In the container.</summary>
        private const int Port = 4010;

        static partial void StartContainer(
            string image, bool reuse, IReadOnlyDictionary<string, string> settings, ref Task<Stub> starting) =>
            starting = StartContainerAsync(image, reuse, settings);

        private static async Task<Stub> StartContainerAsync(
            string image, bool reuse, IReadOnlyDictionary<string, string> settings)
        {
            // The machine of the tests, as a container calls it.
            var testHost = Environment.GetEnvironmentVariable("VATMOCK_TEST_HOST") ?? "host.docker.internal";
            try
            {
                var container = new ContainerBuilder(image)
                    .WithPortBinding(Port, assignRandomHostPort: true)
                    .WithExtraHost(testHost, "host-gateway")
                    .WithEnvironment(Settings)
                    // Only this machine reaches the published port.
                    .WithEnvironment("VATMOCK_CONTROL_ACCESS", "open")
                    .WithEnvironment("VATMOCK_WEBHOOK_ALLOW", testHost)
                    .WithEnvironment(settings)
                    .WithWaitStrategy(Wait.ForUnixContainer().UntilHttpRequestIsSucceeded(
                        request => request.ForPort(Port).ForPath("/__admin" + Ready), wait => wait.WithTimeout(Patience)))
                    .WithReuse(reuse)
                    .Build();
                await container.StartAsync().ConfigureAwait(false);
                var url = $"http://{container.Hostname}:{container.GetMappedPublicPort(Port)}";
                return new Stub(url, testHost, () => reuse ? Task.CompletedTask : container.DisposeAsync().AsTask());
            }
            catch (Exception failed)
            {
                throw new InvalidOperationException("No container; without a container engine, set VATMOCK_COMMAND", failed);
            }
        }
    }
}
