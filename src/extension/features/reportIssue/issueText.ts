/** What is said of a group in a report: no name, no ID and no address of it. */
interface ReportedGroup {
  readonly embedded: boolean;
  readonly suite: string;
  readonly nodeVersion: string;
  readonly dataVersion: string;
  readonly permissions: boolean;
}

export interface ReportedFacts {
  readonly extension: string;
  readonly vscode: string;
  readonly place: string;
  readonly system: string;
  readonly runtime: string;
  readonly language: string;
  readonly groups: readonly ReportedGroup[];
  /** Redacted already; undefined where the user leaves it out. */
  readonly log: string | undefined;
}

/** The reporter's form takes 65,536 characters; the newest lines are worth most. */
const logLength = 20_000;

const group = ({ embedded, suite, nodeVersion, dataVersion, permissions }: ReportedGroup): string =>
  `${embedded ? "embedded chain" : "chain"}, ${suite}, node ${nodeVersion}, data version ${dataVersion}, permissions ${permissions ? "on" : "off"}`;

/** Backquotes in the log would end its block. */
const fenced = (text: string): string => `\`\`\`\`text\n${text.replaceAll("````", "` ` ` `")}\n\`\`\`\``;

/** The body of an issue, in English: its reader is not its sender. */
export function issueText(facts: ReportedFacts): string {
  const rows = [
    ["Chainside", facts.extension],
    ["VS Code", `${facts.vscode} (${facts.place}, ${facts.language})`],
    ["System", facts.system],
    ["Runtime", facts.runtime],
    ...(facts.groups.length > 0 ? facts.groups.map((each) => ["Connected", group(each)]) : [["Connected", "no chain"]]),
  ];
  const sections = [
    "What happened, and what should have happened instead?\n\n",
    "Steps to reproduce:\n\n1. ",
    rows.map(([name, value]) => `* ${name}: ${value}`).join("\n"),
  ];
  if (facts.log !== undefined && facts.log !== "")
    sections.push(`Log of this window, redacted:\n\n${fenced(facts.log.slice(-logLength))}`);
  return `${sections.join("\n\n")}\n`;
}
