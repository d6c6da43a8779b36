import { join } from "node:path";
import * as v from "valibot";
import {
  type CertificateRenewal,
  carryOutRenewal,
  maxCertificateDays,
  planRenewal,
  usualCertificateDays,
} from "../../chain/certificates/renewal";
import { t, text } from "../../text/catalogue";
import { isoTime } from "../../text/formats";
import { listed } from "../../text/joining";
import { jsonUsage } from "../connection/connectionOptions";
import { type ReportedCommand, tellResult } from "../operations/tellResult";
import { type CommandLine, commandOf, type Given, WrongCommandLine } from "../options/commandLine";
import { integerOf } from "../options/optionValues";
import { print } from "../output/print";
import { requireYes } from "../output/terminalQuestion";
import type { Usage } from "../output/usageText";

const usage: Usage = {
  synopsis: "chainside node renew-certificates [options] FOLDER…",
  summary: [
    text("Issues TLS certificates of nodes and clients again by the chain's CA, with the same keys."),
    text(
      "FOLDER is a node folder, or the sdk folder of clients. Private keys stay in their files, and node IDs and access lists stay as they are. Old certificates are kept beside the new ones.",
    ),
  ],
  options: [
    ["--authority DIR", text("folder with ca.crt and ca.key (default: ca beside the node folders, or one level up)")],
    ["--days N", text("how long they hold, at most as long as the CA (default: {0})", usualCertificateDays)],
    ["--dry-run", text("say what would be renewed and write nothing")],
    ["--yes, -y", text("write without a question")],
    jsonUsage,
  ],
  exitCodes: text("Exit code: 0 renewed, 1 an error, 2 wrong command line or wrong files."),
};

const renewArguments = {
  authority: { type: "string" },
  days: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  yes: { type: "boolean", short: "y", default: false },
  json: { type: "boolean", default: false },
} as const;

interface Order {
  readonly folders: readonly string[];
  readonly days: number;
  readonly values: Given<typeof renewArguments>["values"];
}

const renewed: ReportedCommand = {
  noun: "node",
  verb: "renew-certificates",
  result: v.object({
    written: v.boolean(),
    renewals: v.array(v.object({ file: v.string(), endedAtMs: v.number(), endsAtMs: v.number(), keptAs: v.string() })),
    /** Folders of nodes that read the certificates when they are started again. */
    restart: v.array(v.string()),
  }),
};

const lineOf = ({ folder, file, endedAtMs, endsAtMs, keptAs }: CertificateRenewal): string =>
  t(
    "{0}: ends {1} instead of {2}; the old one is kept as {3}",
    join(folder, file),
    isoTime(endsAtMs),
    isoTime(endedAtMs),
    keptAs,
  );

const nodesOf = (renewals: readonly CertificateRenewal[]): string[] => [
  ...new Set(renewals.flatMap(({ owner, folder }) => (owner === "node" ? [folder] : []))),
];

async function renew({ folders, days, values }: Order): Promise<number> {
  const { authority, yes, json, "dry-run": dry } = values;
  return tellResult(renewed, json, async () => {
    const renewals = await planRenewal(folders, { authority, days });
    const lines = renewals.map(lineOf);
    if (!dry) {
      await requireYes(lines, yes);
      await carryOutRenewal(renewals);
    }
    const restart = nodesOf(renewals);
    return {
      result: {
        written: !dry,
        renewals: renewals.map(({ folder, file, endedAtMs, endsAtMs, keptAs }) => ({
          file: join(folder, file),
          endedAtMs,
          endsAtMs,
          keptAs,
        })),
        restart,
      },
      show: () => {
        print(lines.join("\n"));
        if (restart.length > 0)
          print(t("A node reads its certificates when it starts. Restart one by one: {0}.", listed(restart)));
      },
    };
  });
}

const commandLine: CommandLine<typeof renewArguments, Order> = {
  name: "node renew-certificates",
  usage,
  options: renewArguments,
  read: ({ values, positionals: folders }) => {
    if (folders.length === 0) throw new WrongCommandLine(t("specify at least one folder"));
    const days = integerOf("days", values.days, { max: maxCertificateDays }) ?? usualCertificateDays;
    return { folders, days, values };
  },
};

/** `chainside node renew-certificates`: certificates before, or after, their end. */
export const runRenewCertificates = commandOf(commandLine, renew);
