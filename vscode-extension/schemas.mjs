// The schemas as other YAML tools get them: what a field is, and nothing that a file could break. Caselens itself
// reports what is wrong, and would be echoed.

/** Where a schema has schemas of its own, by name. */
const NAMED = new Set(['properties', '$defs']);
const DESCRIBING = new Set(['title', 'description', 'default', 'examples', '$ref', 'items']);

/**
 * @param {unknown} schema
 * @returns {unknown}
 */
export function describing(schema) {
  if (typeof schema !== 'object' || schema === null) return true;
  const kept = Object.entries(schema).flatMap(([word, value]) => {
    if (NAMED.has(word)) return [[word, mapped(value)]];
    if (!DESCRIBING.has(word)) return [];
    return [[word, word === 'items' ? describing(value) : value]];
  });
  return Object.fromEntries(kept);
}

/** @param {Record<string, unknown>} schemas */
function mapped(schemas) {
  return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, describing(one)]));
}
