import * as vscode from "vscode";
import { contractInterface } from "../../../chain/abi/contractInterface";
import { callOf } from "../../../chain/transaction/readableTransaction";
import { shownHere } from "../../../signing/received";
import { maxRequestFileBytes, type RequestFile, readRequestFile } from "../../../signing/requestFile";
import { artifactChoice } from "../../flows/target/choices";
import { decodingAbi } from "../../flows/target/contractTarget";
import { askChoice } from "../../kit/asking/ask";
import { Cancelled } from "../../kit/errors/cancelled";
import { readWhole } from "../../kit/files/readFile";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** A request that the user chose, as it was read and checked. */
interface ChosenRequest {
  readonly uri: vscode.Uri;
  readonly request: RequestFile;
}

/** Lets the user choose a file with a request. @throws Cancelled; as `readRequestFile` */
export async function chooseRequest(title: string): Promise<ChosenRequest> {
  const filters = { [vscode.l10n.t("Signing request")]: ["json"], "*": ["*"] };
  const [uri] = (await vscode.window.showOpenDialog({ title, filters })) ?? [];
  if (!uri) throw new Cancelled();
  const content = await readWhole(uri, maxRequestFileBytes);
  return { uri, request: readRequestFile(new TextDecoder().decode(content)) };
}

/** The user's groups of the chain that a request's bytes name. */
export const groupsOf = (app: Chainside, { transaction }: RequestFile): readonly ChainGroup[] =>
  app.connections.groups.filter(
    ({ session, groupId }) => session.chainId === transaction.data.chainId && groupId === transaction.data.groupId,
  );

/** An ABI of the user's own for the contract that is called: of the list of contracts, else a compiled one that they choose. */
async function ownAbi(app: Chainside, { transaction }: RequestFile, groups: readonly ChainGroup[], title: string) {
  const { data, suite } = transaction;
  const { to } = data;
  for (const group of groups) {
    const known = app.knownContracts.find(group, to);
    // What a node said of a contract isn't taken, as the asker's word isn't.
    if (known?.own) return contractInterface(decodingAbi(known), suite);
  }
  if (to === "" || data.input.length < 4 || callOf(transaction, undefined)) return undefined;
  const artifacts = await app.artifacts.list();
  if (artifacts.length === 0) return undefined;
  const none = { label: vscode.l10n.t("Continue without an ABI"), alwaysShow: true, value: undefined };
  const placeHolder = vscode.l10n.t("Select the contract to read the call of {0}", to);
  const chosen = await askChoice<vscode.Uri | undefined>([...artifacts.map(artifactChoice), none], {
    title,
    placeHolder,
  });
  if (!chosen) return undefined;
  const { artifact } = await app.artifacts.read(chosen);
  return contractInterface(decodingAbi(artifact), suite);
}

/**
 * A request as it is shown here: read from its bytes, with what is known of chain and contract on this side.
 * @throws Cancelled; as `shownHere`, also where the user has pinned another block 0
 */
export async function shownRequest(app: Chainside, request: RequestFile, title: string, label?: string) {
  const groups = groupsOf(app, request);
  const pins = groups.flatMap((group) => group.connection.profile.pin?.groups.get(group.groupId)?.genesisHash ?? []);
  const abi = await ownAbi(app, request, groups, title);
  return shownHere(request, { abi, genesisHash: pins[0], ...(label === undefined ? {} : { label }) });
}
