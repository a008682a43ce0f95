// Forms and their fields.
import type { Child } from "hono/jsx";
import type { Visit } from "../visit.ts";

interface FormProps {
  readonly visit: Visit;
  readonly action: string;
  readonly class?: string;
  readonly label?: string;
  readonly children?: Child;
}

/** A form that is sent by POST, with its CSRF token. */
export const Form = ({ visit, action, label, children, ...rest }: FormProps) => (
  <form method="post" action={action} class={rest.class} aria-label={label}>
    <input type="hidden" name="authenticity_token" value={visit.csrfToken} />
    {children}
  </form>
);

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly hint?: string;
  readonly required?: boolean;
}

interface TextFieldProps extends FieldProps {
  readonly type?: "text" | "password" | "date" | "url" | "number" | "email" | "search" | "color";
  readonly autocomplete?: string;
  /** The id of a `<datalist>` with values that the browser offers. */
  readonly list?: string;
}

export const TextField = ({
  name,
  label,
  value,
  hint,
  required,
  type = "text",
  autocomplete,
  list,
}: TextFieldProps) => (
  <Labelled name={name} label={label} hint={hint}>
    <input
      id={name}
      name={name}
      type={type}
      value={value}
      required={required}
      autocomplete={autocomplete}
      list={list}
      aria-describedby={hint === undefined ? undefined : `${name}-hint`}
    />
  </Labelled>
);

export const TextArea = ({ name, label, value = "", hint, required, rows = 8 }: FieldProps & { rows?: number }) => (
  <Labelled name={name} label={label} hint={hint}>
    <textarea
      id={name}
      name={name}
      rows={rows}
      required={required}
      aria-describedby={hint === undefined ? undefined : `${name}-hint`}
    >
      {/* The parser of HTML drops a newline that comes first. */}
      {`\n${value}`}
    </textarea>
  </Labelled>
);

export interface Option {
  readonly value: string;
  readonly text: string;
}

export const Select = ({ name, label, value, hint, options }: FieldProps & { options: readonly Option[] }) => (
  <Labelled name={name} label={label} hint={hint}>
    <select id={name} name={name} aria-describedby={hint === undefined ? undefined : `${name}-hint`}>
      {options.map((option) => (
        <option value={option.value} selected={option.value === value}>
          {option.text}
        </option>
      ))}
    </select>
  </Labelled>
);

/** A checkbox that sends `true`. An unchecked one is sent as `false`, so that an edit can clear it. */
export const Checkbox = ({ name, label, isChecked }: { name: string; label: string; isChecked: boolean }) => (
  <p class="field check">
    <input type="hidden" name={name} value="false" />
    <input id={name} type="checkbox" name={name} value="true" checked={isChecked} />
    <label for={name}>{label}</label>
  </p>
);

interface LabelledProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly children?: Child;
}

const Labelled = ({ name, label, hint, children }: LabelledProps) => (
  <p class="field">
    <label for={name}>{label}</label>
    {children}
    {hint !== undefined && (
      <small id={`${name}-hint`} class="hint">
        {hint}
      </small>
    )}
  </p>
);

interface ButtonProps {
  readonly children?: Child;
  readonly kind?: "primary" | "danger" | "plain";
  /** The field that names the button that was pressed. */
  readonly name?: string;
  readonly value?: string;
}

export const Button = ({ children, kind = "plain", name, value }: ButtonProps) => (
  <button type="submit" class={`button ${kind}`} name={name} value={value}>
    {children}
  </button>
);

/** The button of a form whose action cannot be undone: a first press opens it, a second one submits. */
export const ConfirmedButton = ({ children }: { children?: Child }) => (
  <details class="confirm">
    <summary class="button danger">{children}</summary>
    <Button kind="danger">Confirm</Button>
  </details>
);

interface ActionButtonProps extends ButtonProps {
  /** True for what cannot be undone. */
  readonly isConfirmed?: boolean;
  readonly visit: Visit;
  readonly action: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** A form that is only a button. */
export const ActionButton = ({ visit, action, fields = {}, isConfirmed, ...button }: ActionButtonProps) => (
  <Form visit={visit} action={action} class="inline">
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    {isConfirmed ? <ConfirmedButton>{button.children}</ConfirmedButton> : <Button {...button} />}
  </Form>
);

interface CheckboxesProps {
  readonly visit: Visit;
  /** Names and labels. */
  readonly fields: readonly (readonly [name: string, label: string])[];
  isChecked(name: string): boolean;
}

/** Several checkboxes. After a refusal they are as they were submitted. */
export const Checkboxes = ({ visit, fields, isChecked }: CheckboxesProps) => (
  <>
    {fields.map(([name, label]) => (
      <Checkbox name={name} label={label} isChecked={visit.entered(name, String(isChecked(name))) === "true"} />
    ))}
  </>
);
