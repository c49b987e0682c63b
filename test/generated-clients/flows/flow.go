// Orders, uploads and reads documents with a generated client; says what it got.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"

	generated "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func open(name string) *os.File {
	file, err := os.Open(name)
	check(err)
	return file
}

func main() {
	ctx := context.Background()
	seller := os.Getenv("SELLER")
	configuration := generated.NewConfiguration()
	configuration.Servers = generated.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	configuration.AddDefaultHeader("Authorization", "Bearer "+os.Getenv("TOKEN"))
	client := generated.NewAPIClient(configuration)

	var request generated.OrderCreateRequest
	check(json.Unmarshal([]byte(os.Getenv("ORDER")), &request))
	order, _, err := client.OrdersAPI.CreateOrder(ctx, seller).IdempotencyKey("go-order").OrderCreateRequest(request).Execute()
	check(err)
	document, _, err := client.DocumentsAPI.UploadOrderDocument(ctx, seller, order.Uuid).
		IdempotencyKey("go-upload").Type_(generated.ORDERDOCUMENTTYPE_CMR).File(open(os.Getenv("FILE"))).Execute()
	check(err)
	kyc, _, err := client.KYCAPI.UploadBuyerDocument(ctx, seller, order.BuyerId).
		IdempotencyKey("go-kyc").Type_(generated.BUYERDOCUMENTTYPE_VAT_CERTIFICATE).File(open(os.Getenv("FILE"))).Execute()
	check(err)
	file, _, err := client.DocumentsAPI.DownloadDocument(ctx, document.Id).Execute()
	check(err)
	data, err := io.ReadAll(file)
	check(err)
	digest := sha256.Sum256(data)
	listed, _, err := client.DocumentsAPI.ListOrderDocuments(ctx, seller, os.Getenv("FINISHED")).Execute()
	check(err)
	types := []generated.DocumentType{}
	for _, each := range listed.Data {
		types = append(types, each.Type)
	}
	webhook, _, err := client.WebhooksAPI.CreateWebhook(ctx).IdempotencyKey("go-webhook").WebhookCreateRequest(
		*generated.NewWebhookCreateRequest(os.Getenv("RECEIVER"), []generated.EventSubscription{"compliance.*"})).Execute()
	check(err)

	said, err := json.Marshal(map[string]any{
		"uploaded":   []any{document.Type, document.FileName, document.Size, document.Sha256},
		"kyc":        []any{kyc.Type, kyc.FileName},
		"downloaded": hex.EncodeToString(digest[:]),
		"types":      types,
		"events":     webhook.Events,
	})
	check(err)
	fmt.Println(string(said))
}
