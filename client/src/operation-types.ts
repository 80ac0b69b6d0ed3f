import type { CallOptions } from './call-options.ts'

// What a method of the client takes and gives, read from the generated paths.

type Method = 'get' | 'post' | 'put' | 'delete'
export type PathWith<Paths, M extends Method> = {
  [P in keyof Paths]: Operation<Paths, P, M> extends { responses: unknown } ? P : never
}[keyof Paths] &
  string

export type Operation<Paths, P extends keyof Paths, M extends Method> = Paths[P] extends {
  [K in M]: infer O
}
  ? O
  : never

/** The values for the places in a path, in their sequence. */
type PathValues<P extends string, Values> = P extends `${string}{${infer Name}}${infer Rest}`
  ? [id: Name extends keyof Values ? Values[Name] : never, ...PathValues<Rest, Values>]
  : []
type Parameters<O, Kind extends 'path' | 'query'> = O extends { parameters: { [K in Kind]?: infer V } }
  ? NonNullable<V>
  : never

/** The query and the options of a call travel in one object; it may be left out unless the query has what must be there. */
type LastArgument<O> = [Parameters<O, 'query'>] extends [never]
  ? [options?: CallOptions]
  : Record<never, never> extends Parameters<O, 'query'>
    ? [queryAndOptions?: Parameters<O, 'query'> & CallOptions]
    : [queryAndOptions: Parameters<O, 'query'> & CallOptions]

type JsonBody<O> = O extends { requestBody: { content: { 'application/json': infer B } } } ? B : never

export type Answer<O> = O extends { responses: infer R }
  ? { [S in keyof R]: S extends 200 | 201 ? JsonContent<R[S]> : never }[keyof R]
  : never
type JsonContent<R> = R extends { content: { 'application/json': infer C } } ? C : never
export type Element<T> = T extends readonly (infer E)[] ? E : never

type Ids<P extends string, O> = PathValues<P, Parameters<O, 'path'>>
export type PlainArguments<P extends string, O> = [...Ids<P, O>, ...LastArgument<O>]
/** A body that may be null may be left out. */
type BodyPlace<B> = null extends B ? [body?: B] : [body: B]
export type BodyArguments<P extends string, O> = [...Ids<P, O>, ...BodyPlace<JsonBody<O>>, ...LastArgument<O>]
export type UploadArguments<P extends string, O> = [
  ...Ids<P, O>,
  files: File | readonly File[],
  ...LastArgument<O>,
]
