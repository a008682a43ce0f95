// What is shown instead of a page that cannot be.
import type { View } from "./page.ts";

const page = (status: number, title: string, text: string): View => ({
  status,
  title,
  content: (
    <section class="narrow">
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href="/">Back to the start</a>
      </p>
    </section>
  ),
});

/** The same for what does not exist and for what the visitor may not see. */
export const notFoundPage = page(
  404,
  "Page not found",
  "There is nothing at this address, or you may not see it. Check the address, or sign in with another account.",
);

export const forbiddenPage = (reason: string) => page(403, "Not permitted", reason);

export const expiredFormPage = page(
  403,
  "This form has expired",
  "It was opened before you signed in or out, or it came from another site. Nothing was changed. Go back, load the page again, and submit it once more.",
);

export const refusedPage = (status: number, reason: string) => page(status, "This was refused", reason);

export const brokenPage = (requestId: string) =>
  page(500, "Something went wrong", `The server could not show this page. Its log has the reason under ${requestId}.`);
