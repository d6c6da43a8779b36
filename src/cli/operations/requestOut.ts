import { readableRequest, type ShownRequest } from "../../signing/request";
import { requestFileText } from "../../signing/requestFile";
import { replaceOutput } from "../output/outputFile";

/** Ends an operation whose transaction was written to a file, to be signed elsewhere. */
export class HandedOver extends Error {
  constructor(
    readonly request: ShownRequest,
    readonly file: string,
  ) {
    super();
  }
}

/** Writes a request to a file in place of signing it. @throws HandedOver */
export const writingTo =
  (file: string) =>
  async (request: ShownRequest): Promise<never> => {
    await replaceOutput(file, requestFileText(readableRequest(request), request.hash));
    throw new HandedOver(request, file);
  };
