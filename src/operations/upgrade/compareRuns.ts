import { shortened } from "../../text/shortText";
import type { RehearsedCase, RehearsedRun } from "../model/rehearsal";

/** What of a test or a step can be otherwise. */
type ComparedMember = "outcome" | "reason" | "gas" | "events";

/** A member that is otherwise under the new rules. */
interface MemberDifference {
  readonly member: ComparedMember;
  readonly today: string;
  readonly later: string;
}

/** A test or a step that behaves otherwise under the new rules. */
export interface CaseDifference extends Pick<RehearsedCase, "kind" | "file" | "name"> {
  readonly differences: readonly MemberDifference[];
}

interface RunComparison {
  /** Cases that ran under both and could be moved to the new release. */
  readonly compared: number;
  readonly differing: readonly CaseDifference[];
  /** What differs from one run to the next under the same rules, so that nothing can be said of it. */
  readonly varying: readonly CaseDifference[];
  /** Their files say on which release they run. */
  readonly ownChain: number;
}

/** So much of one value is told. */
const maxWords = 300;

const keyOf = ({ kind, file, name }: Pick<RehearsedCase, "kind" | "file" | "name">): string =>
  [kind, file, name].join("\0");

/** What differs first of two lists, in a few words. */
function firstDifference(today: readonly string[], then: readonly string[]): readonly [string, string] | undefined {
  if (today.length !== then.length) return [String(today.length), String(then.length)];
  const at = today.findIndex((each, index) => each !== then[index]);
  return at < 0 ? undefined : [`#${at + 1} ${today[at] ?? ""}`, `#${at + 1} ${then[at] ?? ""}`];
}

/** Sums of gas where several transactions are one step. */
const gasText = (gas: readonly string[]): string => gas.join(" + ");

function differencesOf(today: RehearsedCase, then: RehearsedCase): MemberDifference[] {
  const found: MemberDifference[] = [];
  const note = (member: ComparedMember, one: string, other: string): void => {
    if (one !== other) found.push({ member, today: shortened(one, maxWords), later: shortened(other, maxWords) });
  };
  note("outcome", today.outcome, then.outcome);
  note("reason", today.reason, then.reason);
  note("gas", gasText(today.gas), gasText(then.gas));
  const events = firstDifference(today.events, then.events);
  if (events) note("events", ...events);
  return found;
}

/** A case that one of the runs doesn't have: nothing of it ran there. */
const notRun = (other: RehearsedCase): RehearsedCase => ({
  ...other,
  outcome: "notRun",
  reason: "",
  gas: [],
  events: [],
});

function allDifferences(today: RehearsedRun, then: RehearsedRun): CaseDifference[] {
  const others = new Map(then.cases.map((each) => [keyOf(each), each]));
  const own = new Set(today.cases.map(keyOf));
  const pairs = [
    ...today.cases.map((each) => [each, others.get(keyOf(each)) ?? notRun(each)] as const),
    ...then.cases.flatMap((each) => (own.has(keyOf(each)) ? [] : [[notRun(each), each] as const])),
  ];
  return pairs.flatMap(([one, other]) => {
    const differences = one.ownChain ? [] : differencesOf(one, other);
    const { kind, file, name } = one;
    return differences.length === 0 ? [] : [{ kind, file, name, differences }];
  });
}

/** Files in which something differs: those are worth another run under the rules of today. */
export const differingFiles = (today: RehearsedRun, then: RehearsedRun): readonly string[] => [
  ...new Set(allDifferences(today, then).map(({ file }) => file)),
];

/**
 * What tests and scenarios do otherwise under the new rules.
 * @param again the files that differ once more under the rules of today: what differs there, too, varies by itself
 */
export function compareRuns(today: RehearsedRun, then: RehearsedRun, again?: RehearsedRun): RunComparison {
  const files = new Set(again?.cases.map(({ file }) => file));
  const before = { ...today, cases: today.cases.filter(({ file }) => files.has(file)) };
  const itself = new Map(
    (again ? allDifferences(before, again) : []).map(({ differences, ...each }) => [
      keyOf(each),
      new Set(differences.map(({ member }) => member)),
    ]),
  );
  const differing: CaseDifference[] = [];
  const varying: CaseDifference[] = [];
  for (const each of allDifferences(today, then)) {
    const moving = itself.get(keyOf(each));
    const settled = each.differences.filter(({ member }) => !moving?.has(member));
    const loose = each.differences.filter(({ member }) => moving?.has(member));
    if (settled.length > 0) differing.push({ ...each, differences: settled });
    if (loose.length > 0) varying.push({ ...each, differences: loose });
  }
  const own = today.cases.filter(({ ownChain }) => ownChain).length;
  return { compared: today.cases.length - own, differing, varying, ownChain: own };
}
