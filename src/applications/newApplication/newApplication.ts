import type { ApplicationFile, ApplicationRequest } from "./base/application";
import { applicationContract } from "./base/applicationContract";
import { browserApplication } from "./browser/browserApplication";
import { springRelease } from "./java/buildText";
import { javaApplication } from "./java/javaApplication";
import { springApplication } from "./spring/springApplication";
import { typescriptApplication } from "./typescript/typescriptApplication";

/**
 * The files of a new application. The same request gives the same bytes in the same language; nothing is read or written.
 * @throws ChainError usage: `notAnIdentifier` for a contract with a name that code can't have; what an ABI or code is wrong in
 */
export function newApplication(request: ApplicationRequest): ApplicationFile[] {
  const contracts = request.contracts.map(applicationContract);
  const spring = springRelease(request.kind);
  if (spring) return springApplication(request, contracts, spring);
  if (request.kind === "browser") return browserApplication(request, contracts);
  return request.kind === "java" ? javaApplication(request, contracts) : typescriptApplication(request, contracts);
}
