// Why an attempt to import failed. The message is shown to the project's masters. It holds no secret and no message of
// the remote server, which could repeat one.

export class ImportError extends Error {
  override readonly name = "ImportError";
  /** False if another attempt would end in the same way. */
  readonly canRetry: boolean;

  constructor(message: string, canRetry: boolean) {
    super(message);
    this.canRetry = canRetry;
  }
}

/** The next attempt may succeed: the connection or the server failed. */
export const interrupted = (message: string): ImportError => new ImportError(message, true);

export const refused = (message: string): ImportError => new ImportError(message, false);
