import type { Static, TObject } from 'typebox'

/**
 * The fields that a shape names and no others. An answer is cut down so by its serialiser; a record that goes another way out, such
 * as an event, must be so by itself.
 */
export const onlyNamed = <S extends TObject>(shape: S, record: Record<string, unknown>): Static<S> =>
  Object.fromEntries(
    Object.keys(shape.properties)
      .filter((name) => record[name] !== undefined)
      .map((name) => [name, record[name]]),
  ) as Static<S>
