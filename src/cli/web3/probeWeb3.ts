import { createHttpTransport } from "../../chain/transport/httpTransport";
import { say, t } from "../../text/catalogue";
import { labelled } from "../../text/joining";
import { visibleLine } from "../../text/visibleText";
import { toolConfigurations } from "../../web3/diagnosis/configurations";
import { diagnoseWeb3 } from "../../web3/diagnosis/diagnoseWeb3";
import { pointTitles, stateWords, type Web3Diagnosis, type Web3Finding } from "../../web3/diagnosis/web3Finding";
import { print, printJson } from "../output/print";

const usualTimeoutMs = 5000;

function findingLines({ point, state, seen, consequence, advice }: Web3Finding): string[] {
  const line = (text: string): string => visibleLine(text);
  return [
    `  ${labelled(say(pointTitles[point]), say(stateWords[state]))}`,
    `    ${line(say(seen))}`,
    ...(consequence ? [`    ${line(say(consequence))}`] : []),
    ...(advice ? [`    → ${line(say(advice))}`] : []),
  ];
}

function configurationLines({ facts }: Web3Diagnosis): string[] {
  return toolConfigurations(facts).flatMap(({ tool, text, fields = [] }) => [
    "",
    t("Configuration for {0}", tool),
    ...text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => `  ${line}`),
    ...fields.map(([name, value]) => `  ${labelled(say(name), value)}`),
  ]);
}

const findingJson = ({ seen, consequence, advice, ...rest }: Web3Finding): object => ({
  ...rest,
  seen: say(seen),
  ...(consequence ? { consequence: say(consequence) } : {}),
  ...(advice ? { advice: say(advice) } : {}),
});

/** Diagnoses a web3 port and prints what was found. @returns whether every point is as tools expect it */
export async function probeWeb3(
  url: string,
  { timeoutMs = usualTimeoutMs, json }: { readonly timeoutMs: number | undefined; readonly json: boolean },
): Promise<boolean> {
  const transport = createHttpTransport({ url, timeoutMs });
  try {
    const diagnosis = await diagnoseWeb3({ transport, url, timeoutMs });
    const { ok, facts, findings } = diagnosis;
    const works = findings[0]?.state !== "failed";
    if (json) {
      const configurations = works ? toolConfigurations(facts) : [];
      printJson(JSON.stringify({ url, ok, facts, findings: findings.map(findingJson), configurations }));
      return ok;
    }
    print(url);
    for (const finding of findings) for (const line of findingLines(finding)) print(line);
    if (works) for (const line of configurationLines(diagnosis)) print(line);
    return ok;
  } finally {
    await transport.close();
  }
}
