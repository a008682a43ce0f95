// A new secret, on the page that answers the form that made it. No other page, URL or cookie has it.
import type { View } from "../page.ts";

interface NewSecret {
  readonly title: string;
  /** `Your new token` */
  readonly label: string;
  readonly secret: string;
  readonly hint: string;
  /** Where the visitor goes from here. */
  readonly next: string;
}

export const secretPage = ({ title, label, secret, hint, next }: NewSecret): View => ({
  title,
  content: (
    <section class="narrow">
      <h1>{title}</h1>
      <p class="field">
        <label for="secret">{label}</label>
        <input id="secret" class="mono" readonly value={secret} autocomplete="off" aria-describedby="secret-hint" />
        <small id="secret-hint" class="hint">
          {hint} It is not shown again.
        </small>
      </p>
      <p>
        <a href={next}>I have copied it</a>
      </p>
    </section>
  ),
});
