const data = (value: string): string => value.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (value: string): string => data(value).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** A workflow command: GitHub shows it at the lines of a change, `::error file=…,line=3,title=…::words`. */
export function githubCommand(
  level: "error" | "warning" | "notice",
  properties: Readonly<Record<string, string | number>>,
  words: string,
): string {
  const pairs = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${level} ${pairs.join(",")}::${data(words)}`;
}
