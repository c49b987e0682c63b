{{- define "vatmock.name" -}}
{{- .Values.nameOverride | default .Chart.Name -}}
{{- end -}}

{{- define "vatmock.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else -}}
{{- $name := include "vatmock.name" . -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 53 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 53 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "vatmock.selectorLabels" -}}
app.kubernetes.io/name: {{ include "vatmock.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "vatmock.labels" -}}
{{ include "vatmock.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "vatmock.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{- define "vatmock.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "vatmock.fullname" .) -}}
{{- else -}}
{{- .Values.serviceAccount.name | default "default" -}}
{{- end -}}
{{- end -}}

{{- /* Where clients reach the server, if it is told. */ -}}
{{- define "vatmock.publicUrl" -}}
{{- if .Values.publicUrl -}}
{{- .Values.publicUrl -}}
{{- else if .Values.ingress.enabled -}}
{{- printf "%s://%s" (ternary "https" "http" (ne .Values.ingress.tlsSecret "")) .Values.ingress.host -}}
{{- end -}}
{{- end -}}

{{- /* The names of the Service, by which a local server may be called. */ -}}
{{- define "vatmock.serviceNames" -}}
{{- $name := include "vatmock.fullname" . -}}
{{- $namespace := .Release.Namespace -}}
{{- printf "%s,%s.%s,%s.%s.svc,%s.%s.svc.cluster.local" $name $name $namespace $name $namespace $name $namespace -}}
{{- end -}}

{{- /* Helm reads numbers of a file as floating-point numbers, and would write 2147483648 as 2.147483648e+09. */ -}}
{{- define "vatmock.text" -}}
{{- if and (kindIs "float64" .) (eq . (floor .)) -}}
{{- printf "%.0f" . -}}
{{- else -}}
{{- . -}}
{{- end -}}
{{- end -}}

{{- /* Values that fit their schema, but not each other. */ -}}
{{- define "vatmock.check" -}}
{{- $hasDatabase := ne .Values.database.existingSecret "" -}}
{{- if and (gt (int .Values.replicas) 1) (not $hasDatabase) -}}
{{- fail "replicas: more than one server needs a database, because each would keep its own data. Set database.existingSecret to a Secret with the URL of a PostgreSQL database, or replicas to 1." -}}
{{- end -}}
{{- if and .Values.persistence.enabled $hasDatabase -}}
{{- fail "persistence.enabled: data is kept either on a volume or in a database. Set persistence.enabled to false, or leave database.existingSecret empty." -}}
{{- end -}}
{{- if and (ne .Values.encryptionKey.existingSecret "") $hasDatabase -}}
{{- fail "encryptionKey.existingSecret: only data on a volume is encrypted by the server. Leave it empty, and encrypt the storage of the database." -}}
{{- end -}}
{{- if and (eq .Values.mode "hosted") (eq (include "vatmock.publicUrl" .) "") -}}
{{- fail "publicUrl: hosted mode needs the URL at which visitors reach the server. Set publicUrl, or enable the Ingress and set ingress.host." -}}
{{- end -}}
{{- if and (eq .Values.mode "hosted") (eq .Values.adminToken.existingSecret "") -}}
{{- fail "adminToken.existingSecret: in hosted mode, nobody could create sandboxes without the token of the operator. Create a Secret with it (kubectl create secret generic vatmock --from-literal=admin-token=$(openssl rand -hex 32)), and set adminToken.existingSecret to its name." -}}
{{- end -}}
{{- if and .Values.ingress.enabled (eq .Values.ingress.host "") -}}
{{- fail "ingress.host: set the host name of the Ingress." -}}
{{- end -}}
{{- if and .Values.metrics.serviceMonitor.enabled (not .Values.metrics.enabled) -}}
{{- fail "metrics.serviceMonitor.enabled: there is nothing to read while metrics.enabled is false. Set it to true." -}}
{{- end -}}
{{- range $name, $_ := .Values.settings -}}
{{- if has $name (list "VATMOCK_MODE" "VATMOCK_PUBLIC_URL" "VATMOCK_DATA" "VATMOCK_DATABASE_URL" "VATMOCK_ENCRYPTION_KEY" "VATMOCK_METRICS_PORT") -}}
{{- fail (printf "settings.%s: the chart sets it from a value of its own (mode, publicUrl, persistence, database, encryptionKey or metrics). Use that value." $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
