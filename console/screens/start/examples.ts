interface Values {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Language {
  readonly id: string;
  readonly title: string;
  readonly example: (values: Values) => string;
}

const curl = ({ baseUrl, tokenUrl, clientId, clientSecret }: Values): string => `TOKEN=$(curl -s ${tokenUrl} \\
  -d grant_type=client_credentials \\
  -d client_id=${clientId} \\
  -d client_secret=${clientSecret} \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

curl -i ${baseUrl}/me -H "Authorization: Bearer $TOKEN"`;

const typescript = ({
  baseUrl,
  tokenUrl,
  clientId,
  clientSecret,
}: Values): string => `const grant = await fetch('${tokenUrl}', {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: '${clientId}',
    client_secret: '${clientSecret}',
  }),
});
const { access_token } = (await grant.json()) as { access_token: string };

const response = await fetch('${baseUrl}/me', {
  headers: { Authorization: \`Bearer \${access_token}\` },
});
console.log(response.status, await response.json());`;

const python = ({ baseUrl, tokenUrl, clientId, clientSecret }: Values): string => `import requests

grant = requests.post(
    "${tokenUrl}",
    data={
        "grant_type": "client_credentials",
        "client_id": "${clientId}",
        "client_secret": "${clientSecret}",
    },
)
token = grant.json()["access_token"]

response = requests.get("${baseUrl}/me", headers={"Authorization": f"Bearer {token}"})
print(response.status_code, response.json())`;

const java = ({ baseUrl, tokenUrl, clientId, clientSecret }: Values): string => `import java.net.URI;
import java.net.http.*;

public class FirstRequest {
  public static void main(String[] args) throws Exception {
    HttpClient http = HttpClient.newHttpClient();
    String form = "grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}";
    HttpRequest grant = HttpRequest.newBuilder(URI.create("${tokenUrl}"))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(form))
        .build();
    String body = http.send(grant, HttpResponse.BodyHandlers.ofString()).body();
    String token = body.replaceAll("(?s).*\\"access_token\\"\\\\s*:\\\\s*\\"([^\\"]+)\\".*", "$1");

    HttpRequest me = HttpRequest.newBuilder(URI.create("${baseUrl}/me"))
        .header("Authorization", "Bearer " + token)
        .build();
    HttpResponse<String> response = http.send(me, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.statusCode() + " " + response.body());
  }
}`;

const go = ({ baseUrl, tokenUrl, clientId, clientSecret }: Values): string => `package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

func main() {
	grant, err := http.PostForm("${tokenUrl}", url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {"${clientId}"},
		"client_secret": {"${clientSecret}"},
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

	request, _ := http.NewRequest("GET", "${baseUrl}/me", nil)
	request.Header.Set("Authorization", "Bearer "+token.AccessToken)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	fmt.Println(response.StatusCode, string(body))
}`;

const csharp = ({ baseUrl, tokenUrl, clientId, clientSecret }: Values): string => `using System.Net.Http.Headers;
using System.Text.Json;

using var http = new HttpClient();
var grant = await http.PostAsync("${tokenUrl}", new FormUrlEncodedContent(
    new Dictionary<string, string>
    {
        ["grant_type"] = "client_credentials",
        ["client_id"] = "${clientId}",
        ["client_secret"] = "${clientSecret}",
    }));
using var token = JsonDocument.Parse(await grant.Content.ReadAsStringAsync());

http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue(
    "Bearer", token.RootElement.GetProperty("access_token").GetString());
var response = await http.GetAsync("${baseUrl}/me");
Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");`;

export const LANGUAGES: readonly Language[] = [
  { id: 'curl', title: 'curl', example: curl },
  { id: 'typescript', title: 'TypeScript', example: typescript },
  { id: 'python', title: 'Python', example: python },
  { id: 'java', title: 'Java', example: java },
  { id: 'go', title: 'Go', example: go },
  { id: 'csharp', title: 'C#', example: csharp },
];
