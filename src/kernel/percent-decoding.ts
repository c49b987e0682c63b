/** Decodes percent-encoding; a malformed text is returned unchanged. */
export const decodeLeniently = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
