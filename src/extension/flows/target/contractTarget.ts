import * as vscode from "vscode";
import { type ContractInterface, contractInterface } from "../../../chain/abi/contractInterface";
import { type PrecompiledContract, precompiledContracts } from "../../../chain/abi/precompiledContracts";
import { firstOwnAddress } from "../../../chain/abi/precompiledNames";
import { withNotes } from "../../../chain/artifact/sourceNotes";
import { getCode } from "../../../chain/rpc/contractCode";
import {
  contractInterfaceAt,
  type FoundAbi,
  type KnownAbi,
  findAbi as lookForAbi,
} from "../../../chain/services/contract/lookUpAbi";
import type { ContractTarget } from "../../../chain/services/contract/readFunction";
import { type Address, isAddress, prefixedAddress } from "../../../crypto/bytes/hex";
import { clientError } from "../../../errors/clientError";
import type { NamedContract } from "../../../pages/records/decodeCall";
import { shortHex } from "../../../text/shortText";
import { askChoice, askText, type Choice, separator } from "../../kit/asking/ask";
import { complaint } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { KnownContract } from "../../state/contracts/knownContracts";
import { isContractPath, typedAddress } from "./addressNamed";
import { artifactChoice, knownContractChoices } from "./choices";

/** The ABI for reading here, with names of enum members and comments. A chain or a file gets the plain one. */
export const decodingAbi = ({ abi, notes }: KnownAbi): string | readonly unknown[] => withNotes(abi, notes);

/**
 * What is known of a contract, by address or BFS path: deployed or added here, else as the command line finds it. Of a proxy of the list
 * whose ABI is the chain's, only the name is taken from here: what runs behind it may be another one since.
 */
export async function findContract(
  { knownContracts, errors }: Chainside,
  group: ChainGroup,
  target: string,
  block: number | undefined = undefined,
) {
  const own = (address: Address): KnownAbi | undefined => {
    const known = knownContracts.find(group, address);
    return known?.proxy && !known.own ? { name: known.name, abi: [] } : known;
  };
  const finding = await lookForAbi(group.session, target, own, { block });
  if (block === undefined)
    await knownContracts.noteProxy(group, finding.address, finding.proxy).catch((error: unknown) => errors.log(error));
  return finding;
}

/** The same of an address alone. */
export const findAbi = async (app: Chainside, group: ChainGroup, address: Address): Promise<FoundAbi | undefined> =>
  (await findContract(app, group, address)).found;

/**
 * The contract at an address, when anything knows its ABI.
 * @param block of a proxy, by the code that it ran in this block
 */
export async function namedContract(
  app: Chainside,
  group: ChainGroup,
  address: string,
  block?: number,
): Promise<NamedContract | undefined> {
  const wanted = prefixedAddress(address).toLowerCase();
  if (!isAddress(wanted)) return undefined;
  const { found, code, proxy } = await findContract(app, group, wanted, block);
  if (!found) return undefined;
  const abi = await contractInterfaceAt(group.session, wanted, decodingAbi(found), { code });
  return { name: found.title, abi, ...(proxy ? { proxy } : {}) };
}

/** The interface of a contract of the list; of a proxy by what it runs now, which may be another contract since it was listed. */
export async function listedInterface(
  app: Chainside,
  group: ChainGroup,
  { address, abi, proxy }: Pick<KnownContract, "proxy"> & { readonly address: string; readonly abi: KnownAbi["abi"] },
): Promise<ContractInterface> {
  const now = proxy && (await namedContract(app, group, address));
  return now?.abi ?? contractInterface(abi, group.session.suite);
}

/** Lets the user say which ABI an address of unknown kind has. @throws Cancelled */
async function askAbi(app: Chainside, group: ChainGroup, title: string): Promise<KnownAbi> {
  const artifacts = await app.artifacts.list();
  type Answer = vscode.Uri | "paste";
  const answer = await askChoice<Answer>(
    [
      ...artifacts.map(artifactChoice),
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

/**
 * The contract behind an address or a BFS path, as far as it is known, without a question.
 * @throws ChainError usage `badTarget`, `notALink`.
 */
export async function knownContractAt(
  app: Chainside,
  group: ChainGroup,
  target: string,
): Promise<Pick<ContractTarget, "name" | "address"> & { readonly abi?: ContractInterface }> {
  const { address, found, code } = await findContract(app, group, target);
  if (!found) return { name: "", address };
  const abi = await contractInterfaceAt(group.session, address, decodingAbi(found), { code });
  return { name: found.title, address, abi };
}

/** A contract with its ABI as its owner has it, wherever that was found. */
export interface FoundContract extends ContractTarget {
  readonly plainAbi: KnownAbi["abi"];
}

/**
 * The contract behind an address or a BFS path; the caller says the ABI when it is unknown.
 * @param adding it is to be in the list of contracts, wherever its ABI is from; else only what is named by its address comes there
 * @throws Cancelled; ChainError usage `badTarget`, `notALink`.
 */
export async function contractAt(
  app: Chainside,
  group: ChainGroup,
  target: string,
  title: string,
  adding = false,
): Promise<FoundContract> {
  const { session } = group;
  const { address, foundBy, found: known, code, proxy } = await findContract(app, group, target);
  if (!known) await requireContract(group, address, code);
  const found = known ?? (await askAbi(app, group, title));
  const abi = await contractInterfaceAt(session, address, decodingAbi(found), { code });
  const isNew = known?.source.kind !== "own" && BigInt(address) >= firstOwnAddress;
  const byAddress = !target.trim().startsWith("/") && (!known || known.source.kind === "chain");
  if (adding ? isNew : byAddress) {
    const text = typeof found.abi === "string" ? found.abi : JSON.stringify(found.abi);
    await app.knownContracts.remember(group, {
      address,
      name: found.name || shortHex(address),
      abi: text,
      ...(found.notes ? { notes: found.notes } : {}),
      own: !known,
      ...(proxy ? { proxy } : {}),
    });
  }
  const name = known ? known.title : found.name;
  return {
    name: name || address,
    address,
    abi,
    plainAbi: found.abi,
    ...(proxy ? { proxy } : {}),
    ...(foundBy ? { foundBy } : {}),
  };
}

/** @param code what was found there, where that was asked for before. @throws ChainError usage `noContractThere`. */
export async function requireContract(group: ChainGroup, address: Address, code?: string): Promise<void> {
  if (BigInt(address) < firstOwnAddress) return;
  const found = code ?? (await getCode(group.session.client, address));
  if (found.length <= 2) throw clientError("noContractThere", { address, group: group.groupId });
}

/** Asks where a contract is: an address, a name of one's own, or a BFS path. Gives the address or the path. @throws Cancelled */
export async function askAddress(
  app: Chainside,
  group: ChainGroup,
  title: string,
  prompt = vscode.l10n.t("Enter the address of the contract (0x and 40 hex digits), or a BFS path such as /apps/Hello"),
): Promise<string> {
  const typed = await askText({
    title,
    prompt,
    placeHolder: "0x…",
    validate: (text) =>
      typedAddress(app, group, text) || isContractPath(text)
        ? undefined
        : vscode.l10n.t("Enter an address (0x and 40 hex digits), or a BFS path that starts with /."),
  });
  return typedAddress(app, group, typed) ?? typed.trim();
}

/** Lets the user choose a contract of the chain. @throws Cancelled */
export async function askContract(app: Chainside, group: ChainGroup, title: string): Promise<FoundContract> {
  const known = knownContractChoices(app, group);
  const precompiled = Object.entries<PrecompiledContract>(precompiledContracts).filter(
    ([, { address }]) => address !== undefined,
  );
  const chosen = await askChoice<string>(
    [
      ...(known.length > 0 ? [separator(vscode.l10n.t("Known contracts"))] : []),
      ...known,
      separator(vscode.l10n.t("Other")),
      { label: `$(edit) ${vscode.l10n.t("Enter an address or BFS path…")}`, alwaysShow: true, value: "" },
      separator(vscode.l10n.t("Built-in contracts")),
      ...precompiled.map(
        ([name, { address = "" }]): Choice<string> => ({
          label: `$(lock) ${name}`,
          description: shortHex(address),
          value: address,
        }),
      ),
    ],
    { title, placeHolder: vscode.l10n.t("Select a contract") },
  );
  const target = chosen || (await askAddress(app, group, title));
  return contractAt(app, group, target, title);
}
