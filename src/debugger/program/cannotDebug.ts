import { UserFacingError } from "../../errors/userFacingError";

/** Something that a person can mend. */
export class CannotDebug extends UserFacingError {
  constructor(message: string, code = "cannotDebug") {
    super(message, code);
  }
}
