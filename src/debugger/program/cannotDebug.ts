/** Something that a person can mend; the message is for them. */
export class CannotDebug extends Error {}
