// JSON schemas of the types that presenters return, read with TypeScript's own checker.
import { join, relative } from "node:path";
import {
  API,
  type Symbol as CheckerSymbol,
  type Project,
  SymbolFlags,
  type Type,
  TypeFlags,
} from "typescript/unstable/sync";
import type { JsonSchema } from "../../src/http/coerce.ts";
import { Failure } from "../failure.ts";
import { projectRoot } from "../project.ts";
import { formatOf, isFraction } from "./formats.ts";
import { assertKeyed } from "./sources.ts";

/** A function that a module exports. */
export interface ExportedFunction {
  /** Relative to the project's folder. */
  readonly file: string;
  readonly name: string;
}

/** The function's path and name, for messages. */
export const placeOf = ({ file, name }: ExportedFunction): string => `${name} (${file})`;

/**
 * What the compiler knows of the project's sources. An answer takes a round trip to its process, so that it is asked once
 * for each. Call `close` in the end.
 */
export class CheckedSources {
  readonly #api = new API({ cwd: projectRoot });
  readonly #project: Project;
  readonly #exports = new Map<string, Map<string, CheckerSymbol>>();
  readonly #returned = new Map<string, Type>();
  readonly #typesOfSymbols = new Map<number, Type | undefined>();

  readonly isArray = remembered((type) => this.#project.checker.isArrayType(type));
  readonly propertiesOf = remembered(
    (type) => new Map(this.#project.checker.getPropertiesOfType(type).map((each) => [each.name, each])),
  );
  readonly indexesOf = remembered((type) => this.#project.checker.getIndexInfosOfType(type));
  /** The types of a union; of any other type it alone. */
  readonly partsOf = remembered((type) => (type.isUnionType() ? type.getTypes() : [type]));
  /** The types of an array's elements; of any other type null. */
  readonly elementOf = remembered((type) => {
    const [element] = this.isArray(type) && type.isTypeReference() ? this.#project.checker.getTypeArguments(type) : [];
    return element ?? null;
  });

  constructor() {
    const config = join(import.meta.dirname, "tsconfig.json");
    const project = this.#api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Failure(`TypeScript does not find ${config}.`);
    this.#project = project;
    assertKeyed(project.program.getSourceFileNames().map((path) => relative(projectRoot, path)));
  }

  /** @throws Failure if the module exports no such function */
  returnTypeOf(exported: ExportedFunction): Type {
    const place = placeOf(exported);
    const known = this.#returned.get(place);
    if (known !== undefined) return known;
    const { checker } = this.#project;
    const symbol = this.#exportsOf(exported.file).get(exported.name);
    const type = symbol && checker.getTypeOfSymbol(symbol);
    const [signature] = type === undefined ? [] : checker.getSignaturesOfType(type, 0);
    const returned = signature && checker.getReturnTypeOfSignature(signature);
    if (returned === undefined) throw new Failure(`TypeScript finds no function ${place}.`);
    this.#returned.set(place, returned);
    return returned;
  }

  /** Without those that have none. */
  typesOf(symbols: readonly CheckerSymbol[]): Type[] {
    const unknown = symbols.filter(({ id }) => !this.#typesOfSymbols.has(id));
    if (unknown.length > 0) {
      const types = this.#project.checker.getTypeOfSymbol(unknown);
      for (const [at, { id }] of unknown.entries()) this.#typesOfSymbols.set(id, types[at]);
    }
    return symbols.flatMap(({ id }) => this.#typesOfSymbols.get(id) ?? []);
  }

  textOf(type: Type): string {
    return this.#project.checker.typeToString(type);
  }

  close(): void {
    this.#api.close();
  }

  /** By name. */
  #exportsOf(file: string): Map<string, CheckerSymbol> {
    const known = this.#exports.get(file);
    if (known !== undefined) return known;
    const { checker, program } = this.#project;
    const source = program.getSourceFile(join(projectRoot, file));
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Failure(`TypeScript finds no exports in ${file}.`);
    const exports = new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol]));
    this.#exports.set(file, exports);
    return exports;
  }
}

function remembered<Answer>(ask: (type: Type) => Answer): (type: Type) => Answer {
  const known = new Map<number, Answer>();
  return (type) => {
    if (!known.has(type.id)) known.set(type.id, ask(type));
    return known.get(type.id) as Answer;
  };
}

/** The schemas of one description. */
export class Shapes {
  /** The schemas that references name. */
  readonly components: Record<string, JsonSchema> = {};
  readonly #sources: CheckedSources;
  /** Names of components by the ids of their types. */
  readonly #names = new Map<number, string>();
  /** The functions that gave components their names. */
  readonly #namesakes = new Map<string, ExportedFunction>();

  constructor(sources: CheckedSources) {
    this.#sources = sources;
  }

  /**
   * Has the function's return type, an object or one of several, appear under this name wherever a type contains it.
   *
   * @throws Failure if another type has the name
   */
  name(exported: ExportedFunction, component: string): void {
    const type = this.#sources.returnTypeOf(exported);
    const parts = this.#sources.partsOf(type);
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
    return this.#schema(this.#sources.returnTypeOf(exported), "", placeOf(exported));
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
    if (type.isUnionType()) return this.#union(this.#sources.partsOf(type), key, where);
    if (flags & TypeFlags.Null) return { type: "null" };
    if (type.isStringLiteralType() || type.isNumberLiteralType() || type.isBooleanLiteralType())
      return { const: type.value };
    if (flags & TypeFlags.StringLike) return { type: "string", ...formatOf(key) };
    if (flags & TypeFlags.Number) return { type: isFraction(key) ? "number" : "integer" };
    const element = this.#sources.elementOf(type);
    if (element !== null && element.flags & TypeFlags.Never) return { type: "array", maxItems: 0 };
    if (element !== null) return { type: "array", items: this.#schema(element, key, where) };
    if (flags & (TypeFlags.Object | TypeFlags.Intersection)) return this.#object([type], where);
    // The type `object`: of any shape.
    if (flags & TypeFlags.NonPrimitive) return { type: "object" };
    const text = this.#sources.textOf(type);
    throw new Failure(`${where} has the type ${text}, which does not describe JSON. Give it a type of its own.`);
  }

  #union(types: readonly Type[], key: string, where: string): JsonSchema {
    const isObject = (type: Type) => (type.flags & TypeFlags.Object) !== 0 && !this.#sources.isArray(type);
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
    const owned = types.map(this.#sources.propertiesOf);
    // Asks for all at once.
    this.#sources.typesOf(owned.flatMap((each) => [...each.values()]));
    for (const name of namesIn(owned)) {
      const symbols = owned.flatMap((each) => each.get(name) ?? []);
      const given = this.#sources.typesOf(symbols).filter(({ flags }) => !(flags & TypeFlags.Undefined));
      const distinct = [...new Map(given.map((type) => [type.id, type])).values()];
      properties[name] = this.#property(distinct, name, `${where}.${name}`);
      const isOptional = symbols.some(({ flags }) => flags & SymbolFlags.Optional) || given.length < types.length;
      if (!isOptional) required.push(name);
    }
    const [index] = types.flatMap(this.#sources.indexesOf);
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
