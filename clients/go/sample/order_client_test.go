package sample

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"testing"

	"example.com/vatmock"
)

var stub *vatmock.Stub

func TestMain(tests *testing.M) {
	var err error
	if stub, err = vatmock.Start(context.Background(), vatmock.Options{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := tests.Run()
	if err := stub.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(status)
}

func buyer(vatNumber string) any {
	return map[string]any{
		"vatNumber":   vatNumber,
		"companyName": "Autohaus Lindner GmbH",
		"address":     map[string]string{"street": "Hafenstraße 73", "postCode": "34127", "city": "Kassel", "country": "DE"},
		"kycMode":     "SERVICE_LED",
	}
}

func order(buyer string) any {
	price := map[string]any{"value": 1_250_000, "currency": "EUR"}
	return map[string]any{
		"externalOrderId": "A-1",
		"buyerId":         buyer,
		"purchaseDate":    "2026-11-02",
		"vins":            []any{map[string]any{"vin": "WVWZZZ1JZ3W386752", "brand": "Volkswagen", "model": "Golf", "purchaseAmount": price}},
		"totalAmount":     price,
	}
}

// setUp makes a client with a seller and a buyer of its own.
func setUp(test *testing.T) (sandbox *vatmock.Sandbox, client *OrderClient, seller, buyerID string) {
	sandbox = stub.Sandbox(test)
	client = &OrderClient{BaseURL: sandbox.BaseURL, TokenURL: sandbox.TokenURL, ClientID: sandbox.ClientID, ClientSecret: sandbox.ClientSecret}
	seller = sandbox.Sellers[0]
	saved, err := client.SaveBuyer(seller, buyer("DE100"))
	if err != nil {
		test.Fatal(err)
	}
	return sandbox, client, seller, saved.UUID
}

func rename(test *testing.T, client *OrderClient, seller, buyerID string) {
	if renamed, err := client.RenameBuyer(seller, buyerID, "Lindner"); err != nil || renamed.CompanyName != "Lindner" {
		test.Fatal(renamed, err)
	}
}

func TestFetchesOneTokenForSeveralCalls(test *testing.T) {
	_, client, seller, buyerID := setUp(test)
	if _, err := client.CreateOrder(seller, order(buyerID)); err != nil {
		test.Fatal(err)
	}
	rename(test, client, seller, buyerID)
}

func TestSendsAnOrderAgainUnderTheSameKeyWhenTheAnswerWasLost(test *testing.T) {
	sandbox, client, seller, buyerID := setUp(test)
	sandbox.Activate("lost-answer")
	if _, err := client.CreateOrder(seller, order(buyerID)); err != nil {
		test.Fatal(err)
	}
}

func TestDoesNotOverwriteWhatAnotherClientHasChanged(test *testing.T) {
	sandbox, client, seller, buyerID := setUp(test)
	sandbox.Activate("version-mismatch-race")
	rename(test, client, seller, buyerID)
}

func TestGivesUpAtOnceWhenTheTypeOfAProblemSaysThatARetryIsUseless(test *testing.T) {
	sandbox, client, seller, buyerID := setUp(test)
	sandbox.Activate("order-conflict")
	_, err := client.CreateOrder(seller, order(buyerID))
	if problem, refused := errors.AsType[*Problem](err); !refused || problem.Type != "resource-exists-different-body" {
		test.Fatal(err)
	}
}

// refuseBuyer has VIES refuse a buyer, a minute later, while a receiver listens.
func refuseBuyer(test *testing.T, sandbox *vatmock.Sandbox, client *OrderClient, seller string) *Receiver {
	receiver := &Receiver{known: map[string]bool{}}
	listener, err := net.Listen("tcp", ":0")
	if err != nil {
		test.Fatal(err)
	}
	server := &http.Server{Handler: receiver}
	go server.Serve(listener)
	defer server.Close()
	url := stub.ReceiverURL(listener.Addr().(*net.TCPAddr).Port)
	if receiver.secret, err = client.RegisterWebhook(url, "kyc.vies_check_failed"); err != nil {
		test.Fatal(err)
	}
	if _, err := client.SaveBuyer(seller, buyer("DE200")); err != nil {
		test.Fatal(err)
	}
	sandbox.Advance("PT1M")
	return receiver
}

func TestAcceptsWebhooksThatAreSigned(test *testing.T) {
	sandbox, client, seller, _ := setUp(test)
	receiver := refuseBuyer(test, sandbox, client, seller)
	if !slices.Equal(receiver.events, []string{"kyc.vies_check_failed"}) {
		test.Fatal(receiver.events)
	}
	sandbox.AwaitDeliveries(vatmock.DeliveryCriteria{EventType: "kyc.vies_check_failed", Status: "DELIVERED"})
}

func TestRefusesWebhooksThatAreNot(test *testing.T) {
	sandbox, client, seller, _ := setUp(test)
	sandbox.Activate("forged-webhook")
	refuseBuyer(test, sandbox, client, seller)
}
