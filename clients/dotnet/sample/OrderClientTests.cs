using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using NUnit.Framework;
using Vatmock;

namespace Sample
{
    [TestFixture]
    public sealed class OrderClientTests
    {
        private Stub stub;
        private Sandbox sandbox;
        private OrderClient client;
        private string seller;
        private string buyer;

        // They can be async, but not in the old NUnit that runs them on Mono.
        [OneTimeSetUp]
        public void StartStub() => stub = Stub.StartAsync().GetAwaiter().GetResult();

        [OneTimeTearDown]
        public void StopStub() => stub?.DisposeAsync().AsTask().GetAwaiter().GetResult();

        private async Task InSandboxAsync(Func<Task> test)
        {
            await stub.InSandboxAsync(async made =>
            {
                sandbox = made;
                client = new OrderClient(
                    sandbox.BaseUrl, sandbox.TokenUrl, sandbox.ClientId, sandbox.ClientSecret, TimeSpan.Zero);
                seller = sandbox.Sellers[0];
                buyer = await client.SaveBuyerAsync(seller, BuyerWith("DE100"));
                await test();
            });
        }

        private static object BuyerWith(string vatNumber) => new
        {
            vatNumber,
            companyName = "Autohaus Lindner GmbH",
            address = new { street = "Hafenstraße 73", postCode = "34127", city = "Kassel", country = "DE" },
            kycMode = "SERVICE_LED",
        };

        private object Order()
        {
            var price = new { value = 1_250_000, currency = "EUR" };
            return new
            {
                externalOrderId = "A-1",
                buyerId = buyer,
                purchaseDate = "2026-11-02",
                vins = new[] { new { vin = "WVWZZZ1JZ3W386752", brand = "Volkswagen", model = "Golf", purchaseAmount = price } },
                totalAmount = price,
            };
        }

        [Test]
        public async Task FetchesOneTokenForSeveralCalls() => await InSandboxAsync(async () =>
        {
            await client.CreateOrderAsync(seller, Order());
            Assert.That(await client.RenameBuyerAsync(seller, buyer, "Lindner"), Is.EqualTo("Lindner"));
        });

        [Test]
        public async Task SendsAnOrderAgainUnderTheSameKeyWhenTheAnswerWasLost() => await InSandboxAsync(async () =>
        {
            await sandbox.ActivateAsync("lost-answer");
            Assert.That(await client.CreateOrderAsync(seller, Order()), Is.Not.Empty);
        });

        [Test]
        public async Task DoesNotOverwriteWhatAnotherClientHasChanged() => await InSandboxAsync(async () =>
        {
            await sandbox.ActivateAsync("version-mismatch-race");
            Assert.That(await client.RenameBuyerAsync(seller, buyer, "Lindner"), Is.EqualTo("Lindner"));
        });

        [Test]
        public async Task GivesUpAtOnceWhenTheTypeOfAProblemSaysThatARetryIsUseless() => await InSandboxAsync(async () =>
        {
            await sandbox.ActivateAsync("order-conflict");
            Assert.That(
                async () => await client.CreateOrderAsync(seller, Order()),
                Throws.TypeOf<ProblemException>().With.Property("Type").EqualTo("resource-exists-different-body"));
        });

        /// <summary>
        /// Has VIES refuse a buyer, a minute later, while a receiver listens; returns the events that it accepted.
        /// </summary>
        private async Task<IEnumerable<string>> RefuseBuyerAsync()
        {
            using (var receiver = new WebhookReceiver())
            {
                var url = stub.ReceiverUrl(receiver.Port);
                receiver.Secret = await client.RegisterWebhookAsync(url, "kyc.vies_check_failed");
                await client.SaveBuyerAsync(seller, BuyerWith("DE200"));
                await sandbox.AdvanceAsync("PT1M");
                return receiver.Events.Values;
            }
        }

        [Test]
        public async Task AcceptsWebhooksThatAreSigned() => await InSandboxAsync(async () =>
        {
            Assert.That(await RefuseBuyerAsync(), Is.EqualTo(new[] { "kyc.vies_check_failed" }));
            var delivered = await sandbox.AwaitDeliveriesAsync("kyc.vies_check_failed", "DELIVERED", 1, "PT5S");
            Assert.That(delivered.Select(one => one.HttpStatus), Is.EqualTo(new[] { 204 }));
        });

        [Test]
        public async Task RefusesWebhooksThatAreNot() => await InSandboxAsync(async () =>
        {
            await sandbox.ActivateAsync("forged-webhook");
            await RefuseBuyerAsync();
        });
    }
}
