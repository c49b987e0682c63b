/** spec/sheet.yaml, made by "npm run generate". */
export const SHEET = {
  page: { width: 595.28, height: 841.89, left: 42, top: 44, bottom: 788 },
  colours: {
    ink: "#1b2433",
    muted: "#5a6678",
    line: "#d5dce6",
    shade: "#f1f4f8",
    accent: "#12456b",
    warning: "#ffd24d",
  },
  styles: {
    title: { font: "bold", size: 24, colour: "#12456b" },
    subtitle: { font: "regular", size: 9.5, colour: "#5a6678" },
    section: { font: "bold", size: 11, colour: "#12456b" },
    strong: { font: "bold", size: 8.5, colour: "#1b2433" },
    body: { font: "regular", size: 8.5, colour: "#1b2433" },
    label: { font: "regular", size: 7.5, colour: "#5a6678" },
    head: { font: "bold", size: 7.5, colour: "#5a6678" },
    cell: { font: "regular", size: 8, colour: "#1b2433" },
    cellStrong: { font: "bold", size: 8, colour: "#1b2433" },
    note: { font: "regular", size: 6.5, colour: "#5a6678" },
  },
  tones: {
    good: { background: "#e5f5ea", accent: "#1c7a3f" },
    caution: { background: "#fff4dc", accent: "#a85b00" },
    bad: { background: "#fdeaea", accent: "#b3261e" },
  },
} as const;
