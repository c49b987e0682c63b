/** Puts what the application needs in the place of its names. */
export const toExample = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/BASE_URL|TOKEN_URL|CLIENT_ID|CLIENT_SECRET/g, (name) => values[name] ?? name);

const curl = `TOKEN=$(curl -s TOKEN_URL \\
  -d grant_type=client_credentials \\
  -d client_id=CLIENT_ID \\
  -d client_secret=CLIENT_SECRET \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

curl -i BASE_URL/me -H "Authorization: Bearer $TOKEN"`;

const typescript = `const grant = await fetch('TOKEN_URL', {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'CLIENT_ID',
    client_secret: 'CLIENT_SECRET',
  }),
});
const { access_token } = (await grant.json()) as { access_token: string };

const response = await fetch('BASE_URL/me', {
  headers: { Authorization: \`Bearer \${access_token}\` },
});
console.log(response.status, await response.json());`;

const python = `import requests

grant = requests.post(
    "TOKEN_URL",
    data={
        "grant_type": "client_credentials",
        "client_id": "CLIENT_ID",
        "client_secret": "CLIENT_SECRET",
    },
)
token = grant.json()["access_token"]

response = requests.get("BASE_URL/me", headers={"Authorization": f"Bearer {token}"})
print(response.status_code, response.json())`;

const java = `import java.net.URI;
import java.net.http.*;

public class FirstRequest {
  public static void main(String[] args) throws Exception {
    HttpClient http = HttpClient.newHttpClient();
    String form = "grant_type=client_credentials&client_id=CLIENT_ID&client_secret=CLIENT_SECRET";
    HttpRequest grant = HttpRequest.newBuilder(URI.create("TOKEN_URL"))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(form))
        .build();
    String body = http.send(grant, HttpResponse.BodyHandlers.ofString()).body();
    String token = body.replaceAll("(?s).*\\"access_token\\"\\\\s*:\\\\s*\\"([^\\"]+)\\".*", "$1");

    HttpRequest me = HttpRequest.newBuilder(URI.create("BASE_URL/me"))
        .header("Authorization", "Bearer " + token)
        .build();
    HttpResponse<String> response = http.send(me, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.statusCode() + " " + response.body());
  }
}`;

const go = `package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

func main() {
	grant, err := http.PostForm("TOKEN_URL", url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {"CLIENT_ID"},
		"client_secret": {"CLIENT_SECRET"},
	})
	if err != nil {
		panic(err)
	}
	defer grant.Body.Close()
	var token struct {
		AccessToken string \`json:"access_token"\`
	}
	if err := json.NewDecoder(grant.Body).Decode(&token); err != nil {
		panic(err)
	}

	request, _ := http.NewRequest("GET", "BASE_URL/me", nil)
	request.Header.Set("Authorization", "Bearer "+token.AccessToken)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	fmt.Println(response.StatusCode, string(body))
}`;

const csharp = `using System.Net.Http.Headers;
using System.Text.Json;

using var http = new HttpClient();
var grant = await http.PostAsync("TOKEN_URL", new FormUrlEncodedContent(
    new Dictionary<string, string>
    {
        ["grant_type"] = "client_credentials",
        ["client_id"] = "CLIENT_ID",
        ["client_secret"] = "CLIENT_SECRET",
    }));
using var token = JsonDocument.Parse(await grant.Content.ReadAsStringAsync());

http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue(
    "Bearer", token.RootElement.GetProperty("access_token").GetString());
var response = await http.GetAsync("BASE_URL/me");
Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");`;

export const LANGUAGES = [
  { id: 'curl', title: 'curl', text: curl },
  { id: 'typescript', title: 'TypeScript', text: typescript },
  { id: 'python', title: 'Python', text: python },
  { id: 'java', title: 'Java', text: java },
  { id: 'go', title: 'Go', text: go },
  { id: 'csharp', title: 'C#', text: csharp },
];
