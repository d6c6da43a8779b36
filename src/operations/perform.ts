import type { ContractInterface } from "../chain/abi/contractInterface";
import { precompiledAt } from "../chain/abi/precompiledContracts";
import { measuredBlockInterval } from "../chain/rpc/blockLimit";
import type { FoundBy, ResolvedAddress } from "../chain/services/bfs/readLink";
import type { ChainSession } from "../chain/session";
import type { UnsignedTransaction } from "../chain/transaction/signTransaction";
import { renewAfter, requestOf } from "../chain/transaction/transact";
import { isSameAddress } from "../crypto/bytes/hex";
import type { Signer } from "../crypto/cryptoSuite";
import { clientError } from "../errors/clientError";
import { outcomeEntry, type SigningAudit } from "../signing/auditEntry";
import { type Ask, agree, type Basis, type ConsentTerms, decideConsent } from "../signing/consent";
import { type Act, noAct, type ShownRequest, type SigningTarget, type Trial, withRequest } from "../signing/request";
import { auditedConsent, exportRequest, sign as signRequested } from "../signing/sign";
import { t } from "../text/catalogue";
import { tried, withoutKey } from "./dryRun";
import { type AddressResolver, type Fields, type RawValue, readResolved } from "./model/fields";
import type { Operation, OperationContext, Outcome, Prepared, Preview, RunOptions } from "./model/operation";
import { triedOut } from "./predictOutcome";

/** What a front brings to an operation: on what terms it is done, who signs, how a person is asked, and what is told. */
export interface Front {
  readonly session: ChainSession;
  /** Undefined where there is no signer. */
  readonly signer?: Signer | undefined;
  readonly terms: ConsentTerms;
  readonly place: Pick<SigningTarget, "connection" | "genesisHash">;
  /** What the person calls the account. */
  readonly label?: string | undefined;
  /** Asks the person; undefined where there is none. */
  readonly ask: Ask | undefined;
  /** Where it is written down who agreed to what; undefined where the person keeps no log. */
  readonly audit?: SigningAudit | undefined;
  /** Tries a transaction out; where it isn't given, nothing is tried. */
  readonly tryOut?: (transaction: UnsignedTransaction, abi: ContractInterface | undefined, act: Act) => Promise<Trial>;
  /** Of the operation's own preview: what the front adds, such as the names that it knows. */
  readonly shown?: (preview: Preview) => Preview | Promise<Preview>;
  /** Puts the names that the person knows beside the addresses of a sentence. */
  readonly names?: ShownRequest["names"];
  /** What it comes to is found out where nothing is at stake, too, and within a run. */
  readonly alwaysPreviews?: boolean;
  /** Told each request that was agreed to, before it is signed; on the basis `person` it was shown. */
  readonly onConsent?: ((request: ShownRequest, basis: Basis) => void | Promise<void>) | undefined;
  /** It is signed elsewhere: the operation ends with its first request. */
  readonly exportRequest?: boolean;
}

/** Tries transactions out by calls. @param signer signs those calls, where they may be signed without a question */
export const tryingOut =
  (session: ChainSession, signer: Signer | undefined): NonNullable<Front["tryOut"]> =>
  async (transaction, abi, act) =>
    triedOut(session, await tried(session, requestOf(transaction), { signer, abi }), act);

const placeOf = (
  { chainId, groupId }: Pick<ChainSession, "chainId" | "groupId">,
  place: Front["place"],
): SigningTarget => ({ ...place, chainId, groupId });

/** What an address is called here, where a path led to it, and what answered that. */
function recipientOf(found: readonly ResolvedAddress[], address: string): Act["recipient"] {
  const by = found.find((each) => address !== "" && isSameAddress(each.address, address))?.foundBy;
  return by && { name: by.path, foundBy: foundByText(by) };
}

function foundByText({ by }: FoundBy): string {
  switch (by) {
    case "link":
      return t("a link of the chain's file system, by the node's word");
    case "table":
      return t("the table's manager, link, and code, by the node's word");
    case "records":
      return t("the project's records of its proxies");
  }
}

/** Lines with what led to their addresses. */
const withFound = (found: readonly ResolvedAddress[], lines: Preview["lines"]): Act["lines"] =>
  lines.flatMap(({ label, value, found: own }) => {
    const recipient = recipientOf(own ? [own] : found, own?.address ?? value);
    return recipient
      ? [
          { label, value },
          { label: t("Found by"), value: `${recipient.name} · ${recipient.foundBy}` },
        ]
      : [{ label, value }];
  });

/** An act, and the addresses that paths led to. */
interface FoundAct {
  readonly act: Act;
  readonly found: readonly ResolvedAddress[];
  /** The table that is written to, as it was found for what is shown. */
  readonly table?: ResolvedAddress;
}

/**
 * Nodes are asked for a table's address when it is shown and when it is written to: the address that was shown is the one that is signed.
 * @throws ChainError usage `tableElsewhere`
 */
function requireShownTable(table: ResolvedAddress | undefined, to: string): void {
  if (!table || to === "" || precompiledAt(to) || isSameAddress(table.address, to)) return;
  throw clientError("tableElsewhere", { table: table.foundBy?.path ?? "", address: to, other: table.address });
}

/** What is to be done: where nothing is at stake, and within a run that was agreed to, the chain isn't asked what it comes to. */
async function actOf(
  prepared: Prepared,
  { terms, alwaysPreviews, shown }: Front,
  committee: RunOptions["committee"] = "propose",
): Promise<FoundAct> {
  const isPreviewed = alwaysPreviews === true || prepared.alwaysPreviewed === true;
  if (!isPreviewed && terms.free) return { act: noAct, found: [] };
  const covered = terms.run !== undefined && !isPreviewed;
  const shownPreview = covered ? { ...noAct, ...(await prepared.report?.()) } : await prepared.preview({ committee });
  const { found = [], ...preview } = shownPreview;
  const act = (covered ? undefined : await shown?.(preview)) ?? preview;
  const lines: Preview["lines"] = shownPreview.lines;
  const table = lines.flatMap((line) => line.found ?? []).find(({ foundBy }) => foundBy?.by === "table");
  const lasting = prepared.alwaysPreviewed === true ? { blocksEverywhere: true } : {};
  return { act: { ...act, ...lasting, lines: withFound(found, act.lines) }, found, ...(table ? { table } : {}) };
}

/** Of an operation that signs. */
async function sign<Result>(
  prepared: Prepared<Result>,
  front: Front & { readonly signer: Signer },
  options: Omit<RunOptions, "sign" | "onSettled">,
): Promise<Outcome<Result>> {
  const { session, signer, terms, ask, label, tryOut, onConsent } = front;
  const place = placeOf(session, front.place);
  const { address } = signer;
  // Asked beside, and never waited for longer than its own time.
  const measured = terms.free === true || terms.run ? undefined : measuredBlockInterval(session.client);
  const { act, found, table } = await actOf(prepared, front, options.committee);
  // What needs no question to be refused is refused before anything else is asked of the chain.
  const decision = decideConsent(act, terms);
  if (decision.kind === "refused") throw decision.error;
  const free = decision.kind === "given" && decision.basis === "free" && front.alwaysPreviews !== true;
  const abi = free ? undefined : await prepared.abi?.();
  // Of a chain to play with, and a public key's account, no log is kept.
  const audit = terms.free === true ? undefined : front.audit;
  await audit?.check();
  let part = 0;
  return prepared.run(withoutKey(signer), {
    ...options,
    // What locks people out needs an agreement, and nothing is signed here without one.
    agreed: options.agreed ?? true,
    ...(audit
      ? { onSettled: (hash, settlement) => audit.write(outcomeEntry(hash, settlement)).catch(audit.lost) }
      : {}),
    sign: async (transaction) => {
      part++;
      requireShownTable(table, transaction.data.to);
      const trial = free ? undefined : tryOut?.(transaction, abi, act);
      // Where nothing depends on it, it isn't awaited: its failure must not end the program.
      trial?.catch(() => undefined);
      const from = { address, ...(label === undefined ? {} : { label }) };
      const recipient = recipientOf(found, transaction.data.to);
      const blockInterval = await measured;
      const asked = {
        transaction,
        act: recipient ? { ...act, recipient } : act,
        ...(blockInterval ? { blockInterval } : {}),
        place,
        part,
        from,
        ...(abi ? { abi } : {}),
        ...(trial === undefined ? {} : { trial }),
        ...(front.names ? { names: front.names } : {}),
      };
      return withRequest(asked, async (request) => {
        if (front.exportRequest) return exportRequest(request, audit);
        const consent = await auditedConsent(request, terms, ask, audit);
        await onConsent?.(request, consent.basis);
        return signRequested(request, consent, signer, audit);
      });
    },
  });
}

/**
 * Of a power of an embedded chain, which signs nothing: it is agreed to where the connection asks, or an assistant wants it
 * (`alwaysPreviews`).
 */
async function usePower<Result>(prepared: Prepared<Result>, front: Front): Promise<Outcome<Result>> {
  const { session, terms, ask, signer, onConsent, alwaysPreviews = false } = front;
  const { access = "full" } = terms;
  const use = async (options?: RunOptions): Promise<Outcome<Result>> => {
    const outcome = await prepared.run(signer, options);
    await renewAfter(session, undefined);
    return outcome;
  };
  if (!alwaysPreviews && access === "full") return use();
  const act = await prepared.preview();
  if (act.refusal) throw act.refusal;
  await agree({ act, place: placeOf(session, front.place) }, terms, ask, onConsent);
  return use({ agreed: true });
}

/**
 * Does an operation, for every front: a question is asked, a power of an embedded chain is agreed to as a signature is, and what signs
 * has no key: each of its transactions becomes a request, the request needs a consent, and what was agreed to is signed, byte for byte.
 * Nothing else here gives a signature.
 * @throws NoConsent; RequestExported where it is signed elsewhere; ChainError usage `signerNeeded`, `auditUnwritable`, what is known to
 * come, and what the operation throws
 */
export async function perform<Result>(
  prepared: Prepared<Result>,
  front: Front,
  options: Omit<RunOptions, "sign" | "onSettled"> = {},
): Promise<Outcome<Result>> {
  switch (prepared.effect) {
    case "asks":
      return prepared.run();
    case "dev":
      return usePower(prepared, front);
    case "signs": {
      const { signer } = front;
      if (!signer) return prepared.run();
      return sign(prepared, { ...front, signer }, options);
    }
  }
}

/**
 * An operation with what a front was given for its fields.
 * @param context what the front knows of the chain
 * @throws as `readResolved`
 */
export async function prepareGiven<Given extends Fields, Result>(
  operation: Operation<Given, Result>,
  { given, resolve }: { readonly given: Readonly<Record<string, RawValue>>; readonly resolve: AddressResolver },
  context: Omit<OperationContext, "found">,
): Promise<Prepared<Result>> {
  const { values, found } = await readResolved(operation.fields, given, resolve);
  return operation.prepare({ ...context, found }, values);
}
