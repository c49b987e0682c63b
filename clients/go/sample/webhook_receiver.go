package sample

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

const tolerance = 5 * time.Minute // Between the signature's time stamp and now.

func isGenuine(secret, header string, rawBody []byte) bool {
	if mistake == "unsigned-webhook" {
		return true
	}
	var timestamp string
	var signatures []string
	for part := range strings.SplitSeq(header, ",") {
		switch name, value, _ := strings.Cut(part, "="); name {
		case "t":
			timestamp = value
		case "v1":
			signatures = append(signatures, value)
		}
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	digest := hmac.New(sha256.New, []byte(secret))
	digest.Write([]byte(timestamp + "."))
	digest.Write(rawBody)
	expected := digest.Sum(nil)
	for _, signature := range signatures {
		if given, err := hex.DecodeString(signature); err == nil && hmac.Equal(given, expected) {
			return true
		}
	}
	return false
}

// Receiver verifies the raw body before it reads it; an event that came before is answered alike and does nothing.
type Receiver struct {
	lock   sync.Mutex
	secret string // That of the webhook endpoint, which is known once it is registered.
	known  map[string]bool
	events []string // Types of the events that were accepted.
}

func (receiver *Receiver) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	receiver.lock.Lock()
	defer receiver.lock.Unlock()
	rawBody, err := io.ReadAll(request.Body)
	var event struct{ ID, Type string }
	if err != nil || !isGenuine(receiver.secret, request.Header.Get("X-Service-Signature"), rawBody) {
		response.WriteHeader(http.StatusUnauthorized)
	} else if err := json.Unmarshal(rawBody, &event); err != nil {
		response.WriteHeader(http.StatusBadRequest)
	} else {
		response.WriteHeader(http.StatusNoContent)
		if !receiver.known[event.ID] {
			receiver.known[event.ID] = true
			receiver.events = append(receiver.events, event.Type)
		}
	}
}
