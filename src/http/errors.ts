// Refusals of the API, in GitLab's words. Endpoints throw them; api/on-error.ts turns them into responses.

/** A refusal: status, JSON body (null for none) and headers. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: object | null;
  readonly headers: Readonly<Record<string, string>>;
  /** What a body in Ruby's form says, for the pages. */
  readonly fields: FieldErrors | null;

  constructor(
    status: number,
    body: object | null,
    headers: Readonly<Record<string, string>> = {},
    fields: FieldErrors | null = null,
  ) {
    super(`${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.fields = fields;
  }
}

/** Validation errors by attribute: `{ path: ["has already been taken"] }`. */
export type FieldErrors = Record<string, string[]>;

export const unauthorized = () => new ApiError(401, { message: "401 Unauthorized" });

export const forbidden = (reason?: string) =>
  new ApiError(403, { message: reason === undefined ? "403 Forbidden" : `403 Forbidden  - ${reason}` });

/** A named resource that does not exist or is not visible: `404 Project Not Found`. */
export const notFound = (resource: string) => new ApiError(404, { message: `404 ${resource} Not Found` });

/** A record inside a resource that does not exist or is not visible. */
export const recordNotFound = () => new ApiError(404, { message: "404 Not found" });

export const unknownRoute = () => new ApiError(404, { error: "404 Not Found" });

/** Invalid parameters, in Grape's form. */
export const badParameters = (messages: readonly string[]) => new ApiError(400, { error: messages.join(", ") });

/** Validation errors of the model. */
export const invalidRecord = (errors: FieldErrors) => new ApiError(400, { message: errors });

export const badRequest = (message: string) => new ApiError(400, { message });

export const conflict = (message: string | readonly string[] | FieldErrors) => new ApiError(409, { message });

/** The optimistic lock failed at every attempt. */
export const editedByOthers = () => conflict("Others are editing this at the same time. Please try again.");

export const unprocessable = (message: string) => new ApiError(422, { message });

/** `Failed to save group {:path=>["has already been taken"]}` */
export const failedTo = (action: string, errors: FieldErrors) =>
  new ApiError(400, { message: `Failed to ${action} ${inspected(errors)}` }, {}, errors);

/** The errors in the form of Ruby's `Hash#inspect`: `{:path=>["has already been taken"]}`. */
export function inspected(errors: Readonly<Record<string, readonly string[]>>): string {
  const fields = Object.entries(errors).map(
    ([field, messages]) => `:${field}=>[${messages.map((message) => JSON.stringify(message)).join(", ")}]`,
  );
  return `{${fields.join(", ")}}`;
}
