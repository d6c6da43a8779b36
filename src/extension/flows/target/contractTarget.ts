import * as vscode from "vscode";
import { type BuiltinContract, builtinContracts } from "../../../chain/abi/builtinContracts";
import { type ContractInterface, contractInterface } from "../../../chain/abi/contractInterface";
import { type SourceNotes, withNotes } from "../../../chain/artifact/sourceNotes";
import { ChainError } from "../../../chain/errors/chainError";
import { clientError } from "../../../chain/errors/clientError";
import { getABI } from "../../../chain/rpc/getABI";
import { getCode } from "../../../chain/rpc/getCode";
import { readLinkWithAbi, resolveTarget } from "../../../chain/services/bfs/readLink";
import { contractInterfaceAt } from "../../../chain/services/contract/lookUpAbi";
import type { ContractTarget } from "../../../chain/services/contract/readFunction";
import type { Address } from "../../../crypto/hex";
import { askChoice, askText, type Choice, separator } from "../../kit/asking/ask";
import { complaint } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { typedAddress } from "./addressNamed";

/** What is known of a contract: its name, its ABI, and what its source says beyond it. */
export interface FoundAbi {
  readonly name: string;
  readonly abi: string | readonly unknown[];
  readonly notes?: SourceNotes | undefined;
}

/** The ABI for reading here, with names of enum members and comments. A chain or a file gets the plain one. */
export const decodingAbi = ({ abi, notes }: FoundAbi): string | readonly unknown[] => withNotes(abi, notes);

/** Where the ABI of an address is looked for: remembered, kept by the chain, built in. */
export async function findAbi(app: Chainside, group: ChainGroup, address: Address): Promise<FoundAbi | undefined> {
  const known = app.knownContracts.find(group, address);
  if (known) return { name: known.name, abi: known.abi, notes: known.notes };
  for (const [name, contract] of Object.entries<BuiltinContract>(builtinContracts)) {
    if (contract.address === address.toLowerCase()) return { name, abi: contract.abi };
  }
  const kept = await getABI(group.session.client, address).catch((error: unknown) => {
    if (error instanceof ChainError && error.kind === "rpc") return "";
    throw error;
  });
  return kept.trim() === "" ? undefined : { name: "", abi: kept };
}

/** Lets the user say which ABI an address of unknown kind has. @throws Cancelled */
async function askAbi(app: Chainside, group: ChainGroup, title: string): Promise<FoundAbi> {
  const artifacts = await app.artifacts.list();
  type Answer = vscode.Uri | "paste";
  const answer = await askChoice<Answer>(
    [
      ...artifacts.map(
        ({ name, uri }): Choice<Answer> => ({
          label: `$(file-code) ${name}`,
          description: vscode.workspace.asRelativePath(uri),
          value: uri,
        }),
      ),
      { label: `$(json) ${vscode.l10n.t("Paste ABI…")}`, alwaysShow: true, value: "paste" },
    ],
    { title, placeHolder: vscode.l10n.t("The chain stores no ABI for this contract. Select the contract") },
  );
  if (answer !== "paste") {
    const { artifact } = await app.artifacts.read(answer);
    return { name: artifact.name, abi: artifact.abi, notes: artifact.notes };
  }
  const abi = await askText({
    title,
    prompt: vscode.l10n.t("Enter the ABI as JSON, in one line"),
    validate: (text) =>
      text.trim().startsWith("[")
        ? complaint(app, () => void contractInterface(text, group.session.suite))
        : vscode.l10n.t("Enter a JSON list: […]"),
  });
  return { name: "", abi };
}

interface FoundContract {
  readonly address: Address;
  readonly linked: boolean;
  /** Undefined when nobody knows the ABI. */
  readonly found: FoundAbi | undefined;
}

async function findContract(app: Chainside, group: ChainGroup, target: string): Promise<FoundContract> {
  const { session } = group;
  const address = await resolveTarget(session, target);
  const linked = target.trim().startsWith("/") ? await readLinkWithAbi(session, target.trim()) : undefined;
  const found =
    linked && linked.abi.trim() !== "" ? { name: target.trim(), abi: linked.abi } : await findAbi(app, group, address);
  return { address, linked: linked !== undefined, found };
}

/**
 * The contract behind an address or a BFS path, as far as it is known: nobody is asked for anything.
 * @throws ChainError usage `badTarget`, `notALink`.
 */
export async function knownContractAt(
  app: Chainside,
  group: ChainGroup,
  target: string,
): Promise<Pick<ContractTarget, "name" | "address"> & { readonly abi?: ContractInterface }> {
  const { address, found } = await findContract(app, group, target);
  if (!found) return { name: "", address };
  return { name: found.name, address, abi: await contractInterfaceAt(group.session, address, decodingAbi(found)) };
}

/**
 * The contract behind an address or a BFS path; whoever asks says the ABI when nobody knows it.
 * @throws Cancelled; ChainError usage `badTarget`, `notALink`.
 */
export async function contractAt(
  app: Chainside,
  group: ChainGroup,
  target: string,
  title: string,
): Promise<ContractTarget> {
  const { session } = group;
  const { address, linked, found: known } = await findContract(app, group, target);
  if (!known) await requireContract(group, address);
  const found = known ?? (await askAbi(app, group, title));
  const abi = await contractInterfaceAt(session, address, decodingAbi(found));
  if (!linked && !app.knownContracts.find(group, address) && !isBuiltin(address)) {
    const text = typeof found.abi === "string" ? found.abi : JSON.stringify(found.abi);
    await app.knownContracts.remember(group, {
      address,
      name: found.name || address.slice(0, 10),
      abi: text,
      ...(found.notes ? { notes: found.notes } : {}),
      own: !known,
    });
  }
  return { name: found.name || address, address, abi };
}

/** @throws ChainError usage `noContractThere`. */
export async function requireContract(group: ChainGroup, address: Address): Promise<void> {
  if (isBuiltin(address)) return;
  const code = await getCode(group.session.client, address);
  if (code.length <= 2) throw clientError("noContractThere", { address, group: group.groupId });
}

/** An address of a built-in contract: no code stands there. */
function isBuiltin(address: Address): boolean {
  return BigInt(address) < 0x20000n;
}

/** Asks where a contract is: an address, a name of one's own, or a BFS path. Gives the address or the path. @throws Cancelled */
export async function askAddress(app: Chainside, group: ChainGroup, title: string): Promise<string> {
  const typed = await askText({
    title,
    prompt: vscode.l10n.t(
      "Enter the address of the contract (0x and 40 hex digits), or a BFS path such as /apps/Hello",
    ),
    placeHolder: "0x…",
    validate: (text) =>
      typedAddress(app, group, text) || /^\/\w/.test(text.trim())
        ? undefined
        : vscode.l10n.t("Enter an address (0x and 40 hex digits), or a BFS path that starts with /."),
  });
  return typedAddress(app, group, typed) ?? typed.trim();
}

/** Lets the user choose a contract of the chain. @throws Cancelled */
export async function askContract(app: Chainside, group: ChainGroup, title: string): Promise<ContractTarget> {
  const known = app.knownContracts.list(group);
  const builtin = Object.entries<BuiltinContract>(builtinContracts).filter(([, { address }]) => address !== undefined);
  const chosen = await askChoice<string>(
    [
      ...(known.length > 0 ? [separator(vscode.l10n.t("Known contracts"))] : []),
      ...known.map(
        ({ name, address }): Choice<string> => ({
          label: `$(file-code) ${name}`,
          description: address,
          value: address,
        }),
      ),
      separator(vscode.l10n.t("Other")),
      { label: `$(edit) ${vscode.l10n.t("Enter an address or BFS path…")}`, alwaysShow: true, value: "" },
      separator(vscode.l10n.t("Built-in contracts")),
      ...builtin.map(
        ([name, { address = "" }]): Choice<string> => ({
          label: `$(lock) ${name}`,
          description: address.replace(/^0x0+/, "0x"),
          value: address,
        }),
      ),
    ],
    { title, placeHolder: vscode.l10n.t("Select a contract") },
  );
  const target = chosen || (await askAddress(app, group, title));
  return contractAt(app, group, target, title);
}
