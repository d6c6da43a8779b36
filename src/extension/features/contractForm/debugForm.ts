import { artifactInterface } from "../../../chain/artifact/artifactInterface";
import { deployableCode } from "../../../chain/artifact/readArtifact";
import type { FunctionDraft } from "../../../webview/contractForm/messages";
import { artifactPath } from "../../flows/contracts/namedArtifact";
import { type DebuggedCall, startDebugging } from "../../flows/debug/startDebugging";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { LoadedArtifact } from "../../state/contracts/artifacts";
import { isContractUri } from "../../state/solidity/solidity";
import { amountOf, argumentsOf, type FormCall, namedDraft } from "./formActions";

/** The account that was chosen, else the one that signs. */
const senderOf = (app: Chainside, group: ChainGroup, chosen: string): Pick<DebuggedCall, "from"> => {
  const from = chosen || app.accounts.active(group)?.address;
  return from ? { from } : {};
};

/** Runs a function with what stands in its form in the debugger. Nothing is signed or sent. @throws ChainError usage for an argument. */
export async function debugCallOfForm(call: FormCall): Promise<void> {
  const { app, group, contract, called } = call;
  const data = contract.abi.encodeCall(called.signature, argumentsOf(call));
  const value = amountOf(call);
  const debugged: DebuggedCall = {
    to: contract.address,
    function: called.signature,
    data,
    ...senderOf(app, group, call.from),
    ...(value > 0n ? { value: String(value) } : {}),
  };
  await startDebugging(`${contract.name}.${called.name}`, { call: debugged }, group);
}

/** The same of a constructor. @throws ChainError usage for an argument, `noBytecode`, `badBytecode`. */
export async function debugDeploymentOfForm(
  app: Chainside,
  group: ChainGroup,
  { artifact, uri }: LoadedArtifact,
  draft: FunctionDraft,
  from: string,
): Promise<void> {
  const { suite } = group.session;
  const abi = artifactInterface(artifact, suite);
  const { values, libraries } = namedDraft(app, group, abi.constructorInputs, draft);
  // wrong arguments are told before anything starts
  abi.encodeDeploy("00", values);
  // where none is named, the debugger makes libraries of its own
  const plain = isContractUri(uri) && Object.values(libraries).every((each) => each.trim() === "");
  const call: DebuggedCall = {
    ...(plain
      ? { contract: artifactPath(uri), args: values }
      : { data: abi.encodeDeploy(deployableCode(artifact, suite.name, libraries), values) }),
    function: "constructor",
    ...senderOf(app, group, from),
  };
  await startDebugging(`${artifact.name} · constructor`, { call }, group, uri);
}
