import { behaves, checkedAs, isKnownRelease, newestRelease, releases } from "../../facts/releases/releases";
import { removalIn, removalOfKey, removals } from "../../facts/releases/removals";
import { certificateWarnDays } from "../../nodeConfig/certificates/certificates";
import { findKey } from "../../nodeConfig/schema/keySpec";
import { availability } from "../../nodeConfig/schema/nodeVersion";
import { say, t } from "../../text/catalogue";
import { joinSentences, listed } from "../../text/joining";
import { atLeast, compareVersions } from "../../text/versions";
import { dayMs } from "../../time/units";
import type { UpgradeFacts, UpgradeNode } from "./upgradeFacts";
import { needsProgram, sealersToSpare, splitsConsensus } from "./upgradeOrder";

/** What speaks against an upgrade, or should be known before it. Codes stay as they are. */
type UpgradeCode =
  | "lowerVersion"
  | "tooOld"
  | "unknownRelease"
  | "releaseGap"
  | "chainStands"
  | "sealerOffline"
  | "nodeOffline"
  | "nodeBehind"
  | "mixedPrograms"
  | "mixedConsensus"
  | "dataVersionAhead"
  | "noSpareSealer"
  | "proposalNeeded"
  | "wasm"
  | "tikv"
  | "max"
  | "lightNode"
  | "goneKeys"
  | "deprecatedKeys"
  | "tooManySessions"
  | "diskFull"
  | "certificateMissing"
  | "certificateExpired"
  | "certificateExpires"
  | "otherNode"
  | "programUnknown"
  | "folderUnknown"
  | "deploymentUnknown";

/** `blocker`: it has to be settled first. `unknown`: it couldn't be looked at. */
type UpgradeSeverity = "blocker" | "warning" | "unknown";

export interface UpgradeFinding {
  readonly code: UpgradeCode;
  readonly severity: UpgradeSeverity;
  /** Names of the nodes that it is about; none where it is about the chain. */
  readonly nodes: readonly string[];
  readonly message: string;
  /** What to do. */
  readonly advice: string;
}

/** Less room beside a database keeps a node from writing blocks while a copy of its program and of its data is made. */
const minFreeBytes = 2 * 1024 ** 3;
/** Release notes let older chains rise only node by node. */
const directFrom = "3.4.0";

const mebibytes = (bytes: number): number => Math.floor(bytes / 1024 ** 2);
const namesOf = (nodes: readonly { readonly name: string }[]): string[] => nodes.map(({ name }) => name);

/** One finding or none. */
function when(
  holds: boolean,
  [code, severity, nodes]: readonly [UpgradeCode, UpgradeSeverity, readonly { readonly name: string }[]],
  words: () => readonly [message: string, advice: string],
): UpgradeFinding[] {
  if (!holds) return [];
  const [message, advice] = words();
  return [{ code, severity, nodes: namesOf(nodes), message, advice }];
}

/** Whether a program is that of the release, or of a later one. */
export const hasRelease =
  (to: string) =>
  (program: string): boolean =>
    atLeast(program, to);

function versionFindings({ to, dataVersion, nodes }: UpgradeFacts): UpgradeFinding[] {
  const newer = nodes.filter(({ program }) => program !== undefined && compareVersions(program, to) > 0);
  const isLower = compareVersions(to, dataVersion) < 0;
  const between = releases.filter(
    ({ version, published }) =>
      published && compareVersions(version, dataVersion) > 0 && compareVersions(version, to) < 0,
  );
  return [
    ...when(isLower || newer.length > 0, ["lowerVersion", "blocker", newer], () => [
      isLower
        ? t("{0} is lower than the data version {1} of the chain. Nothing leads back.", to, dataVersion)
        : t("{0} is lower than what runs on {1}.", to, listed(namesOf(newer))),
      t("Name a later release with --to."),
    ]),
    ...when(!atLeast(dataVersion, "3.0.0"), ["tooOld", "blocker", []], () => [
      t("No upgrade leads from {0} to 3.x.", dataVersion),
      t("Build a new chain and carry the data over."),
    ]),
    ...when(!isKnownRelease(to), ["unknownRelease", "warning", []], () => [
      t("{0} is unknown here, checked as {1}. The newest known release is {2}.", to, checkedAs(to), newestRelease),
      t("Read its release notes: what it changes beyond {0} isn't checked.", checkedAs(to)),
    ]),
    ...when(
      !isLower && atLeast(dataVersion, "3.0.0") && !atLeast(dataVersion, directFrom),
      ["releaseGap", "warning", []],
      () => [
        t(
          "Between the data version {0} and {1} lie {2} releases. Their flags are switched on at once.",
          dataVersion,
          to,
          between.length,
        ),
        t("Try it on a copy of the chain first, and change programs strictly node by node."),
      ],
    ),
  ];
}

function groupFindings(facts: UpgradeFacts): UpgradeFinding[] {
  const { nodes, stopped, authEnabled, dataVersion, to, totalWeight, neededWeight } = facts;
  const offline = nodes.filter(({ reachable }) => !reachable);
  const [sealers, others] = [
    offline.filter(({ role }) => role === "sealer"),
    offline.filter(({ role }) => role !== "sealer"),
  ];
  const behind = nodes.filter((node) => (node.behind ?? 0) > 0);
  const spare = sealersToSpare(facts);
  return [
    ...when(stopped, ["chainStands", "blocker", []], () => [
      t("No block is made: too little of the sealers' weight takes part."),
      t("Bring the sealers back first (chainside group health)."),
    ]),
    ...when(sealers.length > 0, ["sealerOffline", "blocker", sealers], () => [
      t("Sealers can't be reached: {0}.", listed(namesOf(sealers))),
      t("Start them, or remove them from the group, before another sealer is stopped."),
    ]),
    ...when(others.length > 0, ["nodeOffline", "warning", others], () => [
      t("Nodes can't be reached: {0}.", listed(namesOf(others))),
      t("They need the new program before they are started again."),
    ]),
    ...when(behind.length > 0, ["nodeBehind", "blocker", behind], () => [
      t(
        "Nodes are behind the chain: {0}.",
        listed(behind.map(({ name, behind: blocks = 0 }) => `${name} (${blocks})`)),
      ),
      t("Wait until they have caught up."),
    ]),
    ...when(spare === 0 && nodes.some(({ role }) => role === "sealer"), ["noSpareSealer", "warning", []], () => [
      t("No sealer can be stopped without stopping the chain: a block needs {0} of {1}.", neededWeight, totalWeight),
      t("Choose a time at which the chain may stand, or add sealers first."),
    ]),
    ...when(authEnabled && compareVersions(to, dataVersion) > 0, ["proposalNeeded", "warning", []], () => [
      t(
        "The chain enforces permissions: the data version is raised by a proposal of the committee, not by one account.",
      ),
      t("Make sure that enough governors can vote (chainside committee info)."),
    ]),
  ];
}

/** A name without its patch: programs of one line. */
const listedPrograms = (nodes: readonly UpgradeNode[]): string =>
  listed(nodes.map(({ name, program = "?" }) => `${name} ${program}`));

function programFindings({ nodes, to, dataVersion }: UpgradeFacts): UpgradeFinding[] {
  const known = nodes.filter(({ program }) => program !== undefined);
  const unknown = nodes.filter(({ program }) => program === undefined);
  const programs = new Set(known.map(({ program }) => program));
  const sealers = known.filter(({ role }) => role === "sealer");
  const newer = sealers.filter(({ program = "" }) => behaves(program, "signsKindOfMessage"));
  const older = sealers.filter((sealer) =>
    newer.some(({ program = "" }) => splitsConsensus(sealer.program ?? "", program)),
  );
  const late = known.filter((node) => needsProgram(node, hasRelease(to)));
  const ahead = known.filter(({ program = "" }) => compareVersions(dataVersion, program) > 0);
  return [
    ...when(programs.size > 1, ["mixedPrograms", "blocker", late], () => [
      t("The nodes run different programs: {0}.", listedPrograms(known)),
      t("Finish the change of programs before the data version is raised."),
    ]),
    ...when(older.length > 0, ["mixedConsensus", "blocker", older], () => [
      t(
        "These sealers can't verify the consensus messages of the newer ones: {0}. Blocks may stop.",
        listed(namesOf(older)),
      ),
      t("Install the newer program on them at once."),
    ]),
    ...when(ahead.length > 0, ["dataVersionAhead", "blocker", ahead], () => [
      t("The data version {0} is newer than the program of {1}.", dataVersion, listedPrograms(ahead)),
      t("Install a program of at least that release on these nodes."),
    ]),
    ...when(unknown.length > 0, ["programUnknown", "unknown", unknown], () => [
      t("No one says which program runs on {0}.", listed(namesOf(unknown))),
      t("Connect to these nodes (--url several times), or name their folders (--folder)."),
    ]),
  ];
}

/** What a chain or a folder rests on that the release no longer has. */
function removalFindings(facts: UpgradeFacts): UpgradeFinding[] {
  const { to, nodes, wasm, unlistedFolders, services } = facts;
  const folders = [...nodes.flatMap(({ folder }) => folder ?? []), ...unlistedFolders];
  const found: UpgradeFinding[] = [];
  for (const fact of removals) {
    const { kind, name, goneSince, consequence } = fact;
    const state = removalIn(fact, to);
    if (state === undefined || kind === "key" || kind === "section") continue;
    const resting = folders.filter(({ rests }) => rests.includes(kind));
    found.push(
      ...when(
        resting.length > 0 || (kind === "wasm" && wasm),
        [kind, state === "gone" ? "blocker" : "warning", resting],
        () => [
          state === "gone"
            ? joinSentences(t("{0} no longer has {1}.", to, name), consequence ? say(consequence) : "")
            : t("{0} is deprecated: {1} is the first release without it.", name, goneSince),
          state === "gone" ? t("Stay with the release before {0}.", goneSince) : t("Plan how to do without it."),
        ],
      ),
    );
  }
  const touchesMax = removals.some((fact) => fact.kind === "max" && removalIn(fact, to) !== undefined);
  return [
    ...found,
    ...when(services && touchesMax && folders.length === 0, ["deploymentUnknown", "unknown", []], () => [
      t("The nodes are services of a Pro or a Max deployment. The chain doesn't say of which."),
      t("Name their folders (--folder), or look there for TiKV: Max is deprecated."),
    ]),
    ...keyFindings(facts),
  ];
}

function keyFindings({ to, nodes }: UpgradeFacts): UpgradeFinding[] {
  const gone = new Map<string, string[]>();
  const deprecated = new Map<string, string[]>();
  const note = (place: Map<string, string[]>, key: string, name: string): void => {
    place.set(key, [...(place.get(key) ?? []), name]);
  };
  for (const { name, program = to, folder } of nodes) {
    for (const key of folder?.keys ?? []) {
      const [section = "", own = ""] = [key.slice(0, key.indexOf(".")), key.slice(key.indexOf(".") + 1)];
      const fact = removalOfKey(section, own);
      const spec = findKey("config", section, own);
      const isGone = spec && availability(spec, to) === "noLonger" && availability(spec, program) === "read";
      const state = isGone ? "gone" : fact && removalIn(fact, to);
      if (state) note(state === "gone" ? gone : deprecated, fact?.instead ? `${key} → ${fact.instead}` : key, name);
    }
  }
  const about = (keys: ReadonlyMap<string, readonly string[]>) =>
    [...new Set([...keys.values()].flat())].map((name) => ({ name }));
  return [
    ...when(gone.size > 0, ["goneKeys", "blocker", about(gone)], () => [
      t("{0} doesn't read these keys of config.ini: {1}.", to, listed([...gone.keys()])),
      t("Take them out, or put what replaces them in, and check what they were for."),
    ]),
    ...when(deprecated.size > 0, ["deprecatedKeys", "warning", about(deprecated)], () => [
      t("These keys of config.ini are deprecated in {0}: {1}.", to, listed([...deprecated.keys()])),
      t("Plan how to do without them."),
    ]),
  ];
}

function placeFindings(facts: UpgradeFacts): UpgradeFinding[] {
  const { nodes, unlistedFolders, to, connections, nowMs } = facts;
  const here = nodes.filter(({ folder }) => folder !== undefined);
  const elsewhere = nodes.filter(({ folder }) => folder === undefined);
  const full = here.filter(({ folder }) => (folder?.freeBytes ?? minFreeBytes) < minFreeBytes);
  const incomplete = here.filter(({ folder }) => (folder?.missingFiles.length ?? 0) > 0);
  const ends = here.flatMap(({ name, folder }) =>
    (folder?.certificates ?? []).map((each) => ({
      name,
      file: each.name,
      days: Math.ceil((each.endsAtMs - nowMs) / dayMs),
    })),
  );
  const [expired, expiring] = [
    ends.filter(({ days }) => days <= 0),
    ends.filter(({ days }) => days > 0 && days <= certificateWarnDays),
  ];
  return [
    ...when(full.length > 0, ["diskFull", "blocker", full], () => [
      t(
        "Too little room beside the database: {0}.",
        listed(full.map(({ name, folder }) => `${name} ${mebibytes(folder?.freeBytes ?? 0)} MiB`)),
      ),
      t("Free at least {0} MiB, and room for the backup.", mebibytes(minFreeBytes)),
    ]),
    ...when(incomplete.length > 0, ["certificateMissing", "blocker", incomplete], () => [
      t(
        "TLS files are missing, such as that of the CA: {0}.",
        listed(incomplete.flatMap(({ name, folder }) => (folder?.missingFiles ?? []).map((file) => `${name}/${file}`))),
      ),
      t("Put them back first: a node that is stopped now doesn't start again."),
    ]),
    ...when(expired.length > 0, ["certificateExpired", "blocker", expired], () => [
      t("Certificates have expired: {0}.", listed(expired.map(({ name, file }) => `${name}/${file}`))),
      t("Renew them first (chainside node renew-certificates): a node that is started again gets no connection."),
    ]),
    ...when(expiring.length > 0, ["certificateExpires", "warning", expiring], () => [
      t(
        "Certificates end soon: {0}.",
        listed(expiring.map(({ name, file, days }) => t("{0} in {1} days", `${name}/${file}`, days))),
      ),
      t("Renew them while the nodes are stopped anyway (chainside node renew-certificates)."),
    ]),
    ...sessionFindings(here, connections, to),
    ...when(unlistedFolders.length > 0, ["otherNode", "warning", unlistedFolders], () => [
      t("The group doesn't list the node of these folders: {0}.", listed(namesOf(unlistedFolders))),
      t("Check whether they belong to this chain."),
    ]),
    ...when(elsewhere.length > 0, ["folderUnknown", "unknown", elsewhere], () => [
      t("Configuration, certificates and free space weren't looked at for {0}.", listed(namesOf(elsewhere))),
      t("Run this on their machines, too, with --folder."),
    ]),
  ];
}

/** What the release takes of one address where config.ini says nothing. */
const usualSessions = Number(findKey("config", "p2p", "max_sessions_per_ip")?.default);

function sessionFindings(
  here: readonly UpgradeNode[],
  connections: ReadonlyMap<string, number>,
  to: string,
): UpgradeFinding[] {
  if (!behaves(to, "capsSessionsOfAddress")) return [];
  const busiest = (counts: ReadonlyMap<string, number>): number => Math.max(0, ...counts.values());
  const over = here.filter(
    ({ folder }) => folder && busiest(folder.peersByHost) > (folder.sessionsOfAddress ?? usualSessions),
  );
  const max = Math.max(busiest(connections), ...here.map(({ folder }) => (folder ? busiest(folder.peersByHost) : 0)));
  const unsettled = busiest(connections) > usualSessions && here.length === 0;
  return when(over.length > 0 || unsettled, ["tooManySessions", "blocker", over], () => [
    t("{0} nodes share one address. A node of {1} takes {2} connections of one address.", max, to, usualSessions),
    t("Set [p2p] max_sessions_per_ip in config.ini before the new program is started."),
  ]);
}

const order: Readonly<Record<UpgradeSeverity, number>> = { blocker: 0, warning: 1, unknown: 2 };

/** What speaks against the upgrade, blockers first; what couldn't be looked at stands last. */
export function upgradeFindings(facts: UpgradeFacts): UpgradeFinding[] {
  return [
    ...versionFindings(facts),
    ...groupFindings(facts),
    ...programFindings(facts),
    ...removalFindings(facts),
    ...placeFindings(facts),
  ].toSorted((a, b) => order[a.severity] - order[b.severity]);
}
