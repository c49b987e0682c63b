// Package sample is a small client of the API, with its tests.
package sample

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path"
	"sync"
	"time"
)

// mistake is what clients often do wrong, for the tests of this project. A client of yours has nothing of the kind.
var mistake = os.Getenv("MISTAKE")

const (
	mostAttempts = 3
	renewal      = time.Minute // A token is renewed this long before it expires.
)

// Problem is a refusal of the API.
type Problem struct {
	Status int
	Type   string // The last part of its type: what a client decides by.
	Detail string
}

func (problem *Problem) Error() string {
	return fmt.Sprintf("%d %s: %s", problem.Status, problem.Type, problem.Detail)
}

// mayPass says whether the same request may be accepted later.
func (problem *Problem) mayPass() bool {
	if mistake == "status-not-type" && problem.Status == http.StatusConflict {
		return true
	}
	return problem.Status >= 500 || problem.Type == "idempotency-key-in-flight"
}

type Buyer struct {
	UUID        string
	CompanyName string
}

type Order struct{ UUID string }

// OrderClient waits Patience before the second attempt, twice as long before the third.
type OrderClient struct {
	BaseURL, TokenURL, ClientID, ClientSecret string
	Patience                                  time.Duration

	lock    sync.Mutex
	token   string
	renewAt time.Time
}

func (client *OrderClient) SaveBuyer(seller string, buyer any) (saved Buyer, err error) {
	_, err = client.call("POST", "/partners/"+seller+"/buyers", buyer, "", &saved)
	return saved, err
}

func (client *OrderClient) CreateOrder(seller string, order any) (created Order, err error) {
	_, err = client.call("POST", "/partners/"+seller+"/orders", order, "", &created)
	return created, err
}

// RenameBuyer changes the version that it has read. If another client was faster, it reads again.
func (client *OrderClient) RenameBuyer(seller, buyer, name string) (renamed Buyer, err error) {
	place := "/partners/" + seller + "/buyers/" + buyer
	for attempt := 1; ; attempt++ {
		etag, err := client.call("GET", place, nil, "", &renamed)
		if err != nil {
			return renamed, err
		}
		_, err = client.call("PATCH", place, map[string]string{"companyName": name}, etag, &renamed)
		problem, refused := errors.AsType[*Problem](err)
		if !refused || problem.Type != "version-mismatch" || attempt == mostAttempts {
			return renamed, err
		}
	}
}

// RegisterWebhook returns the secret that signs deliveries: it is shown only once.
func (client *OrderClient) RegisterWebhook(url string, events ...string) (string, error) {
	var registered struct{ Secret string }
	_, err := client.call("POST", "/webhooks", map[string]any{"url": url, "events": events}, "", &registered)
	return registered.Secret, err
}

// call draws the key once for what is to be done, and sends it with every attempt.
func (client *OrderClient) call(method, place string, body any, ifMatch string, answer any) (etag string, err error) {
	key := rand.Text()
	for attempt := 1; ; attempt++ {
		if mistake == "new-key" {
			key = rand.Text()
		}
		etag, err = client.send(method, place, key, body, ifMatch, answer)
		problem, refused := errors.AsType[*Problem](err)
		if err == nil || attempt == mostAttempts || refused && !problem.mayPass() {
			return etag, err
		}
		time.Sleep(client.Patience * time.Duration(attempt))
	}
}

func (client *OrderClient) send(method, place, key string, body any, ifMatch string, answer any) (etag string, err error) {
	token, err := client.getToken()
	if err != nil {
		return "", err
	}
	var content bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&content).Encode(body); err != nil {
			return "", err
		}
	}
	request, err := http.NewRequest(method, client.BaseURL+place, &content)
	if err != nil {
		return "", err
	}
	// Go itself would repeat what was lost on a connection that it has used before; attempts are counted here.
	request.GetBody = nil
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	if method != "GET" {
		request.Header.Set("Idempotency-Key", key)
	}
	if ifMatch != "" && mistake != "no-if-match" {
		request.Header.Set("If-Match", ifMatch)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	if response.StatusCode >= 400 {
		problem := &Problem{Status: response.StatusCode}
		// A gateway may answer something else than JSON.
		_ = json.NewDecoder(response.Body).Decode(problem)
		problem.Type = path.Base(problem.Type)
		return "", problem
	}
	return response.Header.Get("ETag"), json.NewDecoder(response.Body).Decode(answer)
}

func (client *OrderClient) getToken() (string, error) {
	client.lock.Lock()
	defer client.lock.Unlock()
	if time.Now().Before(client.renewAt) && mistake != "token-per-call" {
		return client.token, nil
	}
	response, err := http.PostForm(client.TokenURL, url.Values{
		"grant_type": {"client_credentials"}, "client_id": {client.ClientID}, "client_secret": {client.ClientSecret},
	})
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var granted struct {
		Token     string `json:"access_token"`
		ExpiresIn int    `json:"expires_in"`
	}
	if err := json.NewDecoder(response.Body).Decode(&granted); err != nil {
		return "", err
	}
	if granted.Token == "" {
		return "", fmt.Errorf("no token: %s", response.Status)
	}
	client.token = granted.Token
	client.renewAt = time.Now().Add(time.Duration(granted.ExpiresIn)*time.Second - renewal)
	return client.token, nil
}
