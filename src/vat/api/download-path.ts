/** "Path relative to the API host, pointing at the document download path": what a public URL adds is part of it. */
export const toDownloadPath = (documentId: string, publicPath: string): string =>
  `${publicPath}/v1/documents/${documentId}/download`;
