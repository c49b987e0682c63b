// Package vatmock starts the stub for tests, in a container or as a program, and steers it.
package vatmock

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/moby/moby/api/types/container"
	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

const (
	port   = "4010/tcp" // In the container.
	ready  = "/__admin/ready"
	starts = time.Minute
)

// Delays of scenarios are recorded and not waited for.
var settings = map[string]string{"VATMOCK_DELAYS": "skip", "VATMOCK_LOG_LEVEL": "warn"}

type Options struct {
	Image    string            // By default that of VATMOCK_IMAGE, else vatmock.
	Reuse    string            // The name of a container that outlives the tests and serves the next ones, too.
	Settings map[string]string // Further ones: docs/configuration.md.
}

// Stub is one server for all tests.
type Stub struct {
	URL      string
	testHost string
	stop     func() error
}

// Stop ends what Start has started.
func (stub *Stub) Stop() error { return stub.stop() }

// ReceiverURL says where the stub reaches a receiver that listens on this port of the machine of the tests.
func (stub *Stub) ReceiverURL(port int) string {
	return fmt.Sprintf("http://%s:%d", stub.testHost, port)
}

// Start uses the stub that runs at VATMOCK_URL; else starts the program that VATMOCK_COMMAND names, such as "npx vatmock"; else a
// container.
func Start(ctx context.Context, options Options) (*Stub, error) {
	if url := os.Getenv("VATMOCK_URL"); url != "" {
		return &Stub{strings.TrimRight(url, "/"), "127.0.0.1", func() error { return nil }}, nil
	}
	if command := os.Getenv("VATMOCK_COMMAND"); command != "" {
		return startProgram(command, options.Settings)
	}
	image := cmp.Or(options.Image, os.Getenv("VATMOCK_IMAGE"), "vatmock")
	started, err := testcontainers.Run(ctx, image, defineContainer(options)...)
	if err != nil {
		return nil, fmt.Errorf("no container: %w; without a container engine, set VATMOCK_COMMAND", err)
	}
	url, err := started.PortEndpoint(ctx, port, "http")
	if err != nil {
		return nil, err
	}
	return &Stub{url, testHost(), func() error {
		if options.Reuse != "" {
			return nil
		}
		return started.Terminate(context.Background())
	}}, nil
}

// testHost is the machine of the tests, as a container calls it.
func testHost() string {
	return cmp.Or(os.Getenv("VATMOCK_TEST_HOST"), "host.docker.internal")
}

func defineContainer(options Options) []testcontainers.ContainerCustomizer {
	// Only this machine reaches the published port.
	own := map[string]string{"VATMOCK_CONTROL_ACCESS": "open", "VATMOCK_WEBHOOK_ALLOW": testHost()}
	customizers := []testcontainers.ContainerCustomizer{
		testcontainers.WithExposedPorts(port),
		testcontainers.WithEnv(settings),
		testcontainers.WithEnv(own),
		testcontainers.WithEnv(options.Settings),
		testcontainers.WithHostConfigModifier(func(host *container.HostConfig) {
			host.ExtraHosts = append(host.ExtraHosts, testHost()+":host-gateway")
		}),
		testcontainers.WithWaitStrategyAndDeadline(starts, wait.ForHTTP(ready).WithPort(port)),
	}
	if options.Reuse != "" {
		customizers = append(customizers, testcontainers.WithReuseByName(options.Reuse))
	}
	return customizers
}

func startProgram(command string, further map[string]string) (*Stub, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := free.Addr().(*net.TCPAddr)
	free.Close()
	program := exec.Command("sh", "-c", fmt.Sprintf("%s serve --port %d", command, address.Port))
	program.Stderr = os.Stderr
	program.Env = os.Environ()
	all := maps.Clone(settings)
	maps.Copy(all, further)
	for name, value := range all {
		program.Env = append(program.Env, name+"="+value)
	}
	// A shell runs it, and a package runner may be between: the group has to end.
	program.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := program.Start(); err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- program.Wait() }()
	url := "http://" + address.String()
	for deadline := time.Now().Add(starts); !isReady(url); time.Sleep(50 * time.Millisecond) {
		select {
		case err := <-ended:
			return nil, fmt.Errorf("%q ended before it was ready: %w", command, err)
		default:
			if time.Now().After(deadline) {
				return nil, fmt.Errorf("%q was not ready after %s", command, starts)
			}
		}
	}
	return &Stub{url, "127.0.0.1", func() error {
		err := syscall.Kill(-program.Process.Pid, syscall.SIGTERM)
		<-ended
		return err
	}}, nil
}

func isReady(url string) bool {
	response, err := http.Get(url + ready)
	if err != nil {
		return false
	}
	response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// Sandbox is an organization with its client, its data and its clock, for one test. What goes wrong fails that test.
type Sandbox struct {
	ID           string   `json:"id"`
	ClientID     string   `json:"clientId"`
	ClientSecret string   `json:"clientSecret"`
	Sellers      []string `json:"sellers"`
	BaseURL      string   `json:"baseUrl"`
	TokenURL     string   `json:"tokenUrl"`

	test   testing.TB
	stub   *Stub
	active []string
}

// Finding is a mistake of the client, with the rule of the API description that it breaks.
type Finding struct {
	Rule, Title, Detail, Quote, Remedy string
	Certain                            bool // If not, a correct client could look the same, and no test fails.
}

type Verdict struct {
	Verdict      string // met, not-met or open
	Expectations []struct{ Verdict, Wanted, Came, Because string }
}

type DeliveryCriteria struct {
	EventType string `json:"eventType,omitempty"`
	Status    string `json:"status,omitempty"` // PENDING, DELIVERED or FAILED
	Count     int    `json:"count,omitempty"`
	Timeout   string `json:"timeout,omitempty"` // In real time, such as PT5S.
}

type Delivery struct {
	ID, EventID, EventType, Status string
	HTTPStatus                     *int
	Attempts                       int
}

// Sandbox makes one, which is verified when the test has passed, and deleted.
func (stub *Stub) Sandbox(test testing.TB) *Sandbox {
	test.Helper()
	sandbox := &Sandbox{test: test, stub: stub}
	sandbox.call("POST", "/sandboxes", nil, sandbox)
	test.Cleanup(func() {
		if !test.Failed() {
			sandbox.Verify()
		}
		sandbox.call("DELETE", "/sandboxes/"+sandbox.ID, nil, nil)
	})
	return sandbox
}

// Control makes any call about this sandbox: a path below /__admin, without a query.
func (sandbox *Sandbox) Control(method, path string, body, answer any) {
	sandbox.test.Helper()
	sandbox.call(method, path+"?sandbox="+sandbox.ID, body, answer)
}

func (sandbox *Sandbox) call(method, path string, body, answer any) {
	sandbox.test.Helper()
	if err := sandbox.stub.call(method, path, body, answer); err != nil {
		sandbox.test.Fatalf("%s %s: %v", method, path, err)
	}
}

func (stub *Stub) call(method, path string, body, answer any) error {
	var content bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&content).Encode(body); err != nil {
			return err
		}
	}
	request, err := http.NewRequest(method, stub.URL+"/__admin"+path, &content)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= 300 {
		return fmt.Errorf("%s %s", response.Status, text)
	}
	if err == nil && answer != nil {
		err = json.Unmarshal(text, answer)
	}
	return err
}

// Activate starts a scenario, and has Verify look at its verdict.
func (sandbox *Sandbox) Activate(scenario string) {
	sandbox.test.Helper()
	sandbox.Control("POST", "/scenarios/"+scenario+"/activate", nil, nil)
	sandbox.active = append(sandbox.active, scenario)
}

func (sandbox *Sandbox) Verdict(scenario string) (verdict Verdict) {
	sandbox.test.Helper()
	sandbox.Control("GET", "/scenarios/"+scenario+"/verdict", nil, &verdict)
	return verdict
}

// Advance lets time pass, such as PT72H: all that falls due has happened when it returns.
func (sandbox *Sandbox) Advance(by string) {
	sandbox.test.Helper()
	sandbox.Control("POST", "/clock/advance", map[string]string{"by": by}, nil)
}

func (sandbox *Sandbox) AwaitDeliveries(criteria DeliveryCriteria) []Delivery {
	sandbox.test.Helper()
	var list struct{ Data []Delivery }
	sandbox.Control("POST", "/deliveries/await", criteria, &list)
	return list.Data
}

func (sandbox *Sandbox) Findings() []Finding {
	sandbox.test.Helper()
	var list struct{ Data []Finding }
	sandbox.Control("GET", "/findings", nil, &list)
	return list.Data
}

// Verify fails the test with what scenarios expected in vain, and with every certain finding.
func (sandbox *Sandbox) Verify() {
	sandbox.test.Helper()
	var faults []string
	for _, scenario := range sandbox.active {
		for _, one := range sandbox.Verdict(scenario).Expectations {
			if one.Verdict != "met" {
				faults = append(faults, fmt.Sprintf("%s: expected %s; %s. %s", scenario, one.Wanted, one.Came, one.Because))
			}
		}
	}
	for _, one := range sandbox.Findings() {
		if one.Certain {
			faults = append(faults, fmt.Sprintf("%s: %s\n  %s\n  API description: %q\n  %s", one.Rule, one.Title, one.Detail, one.Quote, one.Remedy))
		}
	}
	if len(faults) > 0 {
		sandbox.test.Error(strings.Join(faults, "\n"))
	}
}
