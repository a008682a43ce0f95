// JSON schemas of the types that presenters return, read with TypeScript's own checker.
import { join } from "node:path";
import {
  API,
  type Checker,
  type Symbol as CheckerSymbol,
  SymbolFlags,
  type Type,
  TypeFlags,
} from "typescript/unstable/sync";
import type { JsonSchema } from "../../src/http/coerce.ts";
import { Failure } from "../failure.ts";
import { projectRoot } from "../project.ts";
import { formatOf, isFraction } from "./formats.ts";

/** A function that a module exports. */
export interface ExportedFunction {
  /** Relative to the project's folder. */
  readonly file: string;
  readonly name: string;
}

/** The function's path and name, for messages. */
export const placeOf = ({ file, name }: ExportedFunction): string => `${name} (${file})`;

/** What the compiler knows of the project's sources. Call `close` in the end: it runs as a process. */
export class CheckedSources {
  readonly checker: Checker;
  /** The exports of a module, by name. */
  readonly exportsOf: (file: string) => Map<string, CheckerSymbol>;
  readonly #api = new API({ cwd: projectRoot });

  constructor() {
    const config = join(import.meta.dirname, "tsconfig.json");
    const project = this.#api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Failure(`TypeScript does not find ${config}.`);
    this.checker = project.checker;
    this.exportsOf = (file) => {
      const source = project.program.getSourceFile(join(projectRoot, file));
      const module = source && project.checker.getSymbolAtLocation(source);
      if (module === undefined) throw new Failure(`TypeScript finds no exports in ${file}.`);
      return new Map(project.checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol]));
    };
  }

  close(): void {
    this.#api.close();
  }
}

/** The schemas of one description. */
export class Shapes {
  /** The schemas that references name. */
  readonly components: Record<string, JsonSchema> = {};
  readonly #sources: CheckedSources;
  readonly #checker: Checker;
  /** Names of components by the ids of their types. */
  readonly #names = new Map<number, string>();
  /** The functions that gave components their names. */
  readonly #namesakes = new Map<string, ExportedFunction>();

  constructor(sources: CheckedSources) {
    this.#sources = sources;
    this.#checker = sources.checker;
  }

  /**
   * Has the function's return type, an object or one of several, appear under this name wherever a type contains it.
   *
   * @throws Failure if another type has the name
   */
  name(exported: ExportedFunction, component: string): void {
    const type = this.#returnType(exported);
    const parts = type.isUnionType() ? type.getTypes() : [type];
    const isObject = parts.every(({ flags }) => flags & TypeFlags.Object);
    if (!isObject || this.#names.has(type.id)) return;
    const other = this.#namesakes.get(component);
    if (other !== undefined) {
      throw new Failure(
        `${placeOf(exported)} and ${placeOf(other)} return different shapes of the name ${component}: rename one.`,
      );
    }
    this.#names.set(type.id, component);
    this.#namesakes.set(component, exported);
  }

  /** The schema of the function's return type: a reference if it has a name. */
  returned(exported: ExportedFunction): JsonSchema {
    return this.#schema(this.#returnType(exported), "", placeOf(exported));
  }

  /** The comment above an exported function or value. */
  comment({ file, name }: ExportedFunction): string {
    const symbol = this.#sources.exportsOf(file).get(name);
    return symbol === undefined ? "" : plain(this.#checker.getDocumentationCommentOfSymbol(symbol));
  }

  #returnType(exported: ExportedFunction): Type {
    const symbol = this.#sources.exportsOf(exported.file).get(exported.name);
    const type = symbol && this.#checker.getTypeOfSymbol(symbol);
    const [signature] = type === undefined ? [] : this.#checker.getSignaturesOfType(type, 0);
    const returned = signature && this.#checker.getReturnTypeOfSignature(signature);
    if (returned === undefined) throw new Failure(`TypeScript finds no function ${placeOf(exported)}.`);
    return returned;
  }

  /** @param key the property that has the type @param where for messages */
  #schema(type: Type, key: string, where: string): JsonSchema {
    const name = this.#names.get(type.id);
    if (name === undefined) return this.#unnamed(type, key, where);
    if (!(name in this.components)) {
      this.components[name] = {}; // Ends recursion.
      this.components[name] = this.#unnamed(type, key, where);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #unnamed(type: Type, key: string, where: string): JsonSchema {
    const { flags } = type;
    if (flags & TypeFlags.Boolean) return { type: "boolean" };
    if (type.isUnionType()) return this.#union(type.getTypes(), key, where);
    if (flags & TypeFlags.Null) return { type: "null" };
    if (type.isStringLiteralType() || type.isNumberLiteralType() || type.isBooleanLiteralType())
      return { const: type.value };
    if (flags & TypeFlags.StringLike) return { type: "string", ...formatOf(key) };
    if (flags & TypeFlags.Number) return { type: isFraction(key) ? "number" : "integer" };
    const [element] =
      this.#checker.isArrayType(type) && type.isTypeReference() ? this.#checker.getTypeArguments(type) : [];
    if (element !== undefined && element.flags & TypeFlags.Never) return { type: "array", maxItems: 0 };
    if (element !== undefined) return { type: "array", items: this.#schema(element, key, where) };
    if (flags & (TypeFlags.Object | TypeFlags.Intersection)) return this.#object([type], where);
    // The type `object`: of any shape.
    if (flags & TypeFlags.NonPrimitive) return { type: "object" };
    const text = this.#checker.typeToString(type);
    throw new Failure(`${where} has the type ${text}, which does not describe JSON. Give it a type of its own.`);
  }

  #union(types: readonly Type[], key: string, where: string): JsonSchema {
    const isObject = (type: Type) => (type.flags & TypeFlags.Object) !== 0 && !this.#checker.isArrayType(type);
    const anonymous = types.filter((type) => isObject(type) && !this.#names.has(type.id));
    const others = types.filter((type) => !anonymous.includes(type) && !(type.flags & TypeFlags.Undefined));
    const schemas = others.map((type) => this.#schema(type, key, where));
    if (anonymous.length > 0) schemas.push(this.#object(anonymous, where));
    return united(schemas);
  }

  /** One schema for objects that differ in properties: those that not all have are optional. */
  #object(types: readonly Type[], where: string): JsonSchema {
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    const owned = types.map(
      (type) => new Map(this.#checker.getPropertiesOfType(type).map((each) => [each.name, each])),
    );
    for (const name of namesIn(owned)) {
      const symbols = owned.flatMap((each) => each.get(name) ?? []);
      const found = symbols.flatMap((symbol) => this.#checker.getTypeOfSymbol(symbol) ?? []);
      const given = found.filter(({ flags }) => !(flags & TypeFlags.Undefined));
      const distinct = [...new Map(given.map((type) => [type.id, type])).values()];
      properties[name] = this.#property(distinct, name, `${where}.${name}`);
      const isOptional = symbols.some(({ flags }) => flags & SymbolFlags.Optional) || given.length < types.length;
      if (!isOptional) required.push(name);
    }
    const [index] = types.flatMap((type) => this.#checker.getIndexInfosOfType(type));
    const isMap = index !== undefined && !(index.valueType.flags & TypeFlags.Never);
    return {
      type: "object",
      ...(isMap ? {} : { properties, required }),
      additionalProperties: isMap ? this.#schema(index.valueType, "", where) : false,
    };
  }

  #property(types: readonly Type[], name: string, where: string): JsonSchema {
    const [only] = types;
    return types.length === 1 && only !== undefined ? this.#schema(only, name, where) : this.#union(types, name, where);
  }
}

/** The names in any of these types. Of several, the optional ones come last: the order of the types is the compiler's. */
function namesIn(owned: readonly ReadonlyMap<string, CheckerSymbol>[]): string[] {
  const names = [...new Set(owned.flatMap((each) => [...each.keys()]))];
  const isRequired = (name: string) =>
    owned.every((each) => !((each.get(name)?.flags ?? SymbolFlags.Optional) & SymbolFlags.Optional));
  return owned.length === 1 ? names : [...names.filter(isRequired), ...names.filter((name) => !isRequired(name))];
}

/** A schema of the values of all these, as short as it can be. */
export function united(schemas: readonly JsonSchema[]): JsonSchema {
  const [first, ...rest] = distinct(schemas);
  if (first === undefined) throw new Failure("A union of no types has no schema.");
  if (rest.length === 0) return first;
  const all = [first, ...rest];
  const constants = all.filter((schema) => "const" in schema).map((schema) => schema.const);
  const others = all.filter((schema) => !("const" in schema) && schema.type !== "null");
  const isNullable = all.some((schema) => schema.type === "null");
  const nulls = isNullable ? ["null"] : [];
  if (constants.length === 2 && constants.includes(true) && constants.includes(false)) {
    return united([{ type: "boolean" }, ...others, ...(isNullable ? [{ type: "null" }] : [])]);
  }
  if (others.length === 0) return { enum: [...constants, ...(isNullable ? [null] : [])] };
  const [other] = others;
  if (constants.length === 0 && others.length === 1 && typeof other?.type === "string") {
    return { ...other, type: [other.type, ...nulls] };
  }
  return {
    anyOf: [...others, ...(constants.length > 0 ? [{ enum: constants }] : []), ...nulls.map((type) => ({ type }))],
  };
}

const distinct = (schemas: readonly JsonSchema[]): JsonSchema[] => [
  ...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values(),
];

/** A comment without links of JSDoc and line breaks. */
const plain = (comment: string): string =>
  comment
    .replace(/\{@link (\w+)\}/g, "`$1`")
    .replace(/\s+/g, " ")
    .trim();
