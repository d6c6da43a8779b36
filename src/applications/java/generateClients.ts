import { artifactInterface } from "../../chain/artifact/artifactInterface";
import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import { cryptoSuite } from "../../crypto/suites";
import { librariesIn } from "../creationCode";
import { type ClientOrigin, mark, originLines } from "../origin";
import contractAbi from "./ChainsideAbi.java.eta";
import { classNames, clientModel } from "./clientModel";
import { clientSource } from "./clientSource";

/** A contract with what its class is told to come from. */
export interface ClientContract {
  readonly artifact: ContractArtifact;
  readonly origin: Omit<ClientOrigin, "contract">;
}

/** How classes are made. */
interface ClientOptions {
  /** `org.example.contracts`. */
  readonly packageName: string;
  /** The oldest release of the SDK that they are for: one of `sdkReleases`. */
  readonly sdk: string;
  /** Whether creation code is in them, and with it what deploys. */
  readonly bytecode: boolean;
}

/** A file of the package: its name and its text. */
export interface GeneratedFile {
  readonly name: string;
  readonly text: string;
  /** The contract that it stands for; undefined for what all share. */
  readonly contract?: string;
}

/** Before, a call has no value, and there are no transaction managers. */
const sendsValues = ({ sdk }: ClientOptions): boolean => sdk === "3.6";

/**
 * The Java package of contracts: a class for each, over the official SDK from 3.2 on, and the codec that they share. The same contracts
 * give the same bytes.
 * @throws ChainError usage: what an ABI or code is wrong in.
 */
export function generateClients(contracts: readonly ClientContract[], options: ClientOptions): GeneratedFile[] {
  const { packageName, bytecode } = options;
  const names = classNames(contracts.map(({ artifact }) => artifact.name));
  const files = contracts.map(({ artifact, origin }, index): GeneratedFile => {
    const className = names[index] ?? artifact.name;
    const model = clientModel(className, artifactInterface(artifact, cryptoSuite("standard")), artifact.abi);
    const code = bytecode ? (artifact.bytecode ?? "") : "";
    const smCode = bytecode ? (artifact.smBytecode ?? "") : "";
    const text = clientSource(model, {
      packageName,
      head: originLines({ ...origin, contract: artifact.name }),
      contract: artifact.name,
      abi: JSON.stringify(artifact.abi),
      code,
      smCode,
      libraries: librariesIn(artifact, [code, smCode]),
      values: sendsValues(options),
    });
    return { name: `${className}.java`, text, contract: artifact.name };
  });
  const runtime = `${mark}\n${contractAbi({ packageName, values: sendsValues(options) })}`;
  return [...files, { name: "ChainsideAbi.java", text: runtime }];
}
