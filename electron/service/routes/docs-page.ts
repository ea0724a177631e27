/** A plain page over the OpenAPI document: no script, nothing from elsewhere. */
import { html, raw } from 'hono/html'

type Schema = Readonly<Record<string, unknown>>
type Html = ReturnType<typeof html>

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
}

interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Schema
  readonly responses?: Readonly<Record<string, Schema>>
}

interface Route {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

export function docsPage(document: unknown): Html | Promise<Html> {
  const { info, paths } = document as OpenApiDocument
  const routes: Route[] = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = [...Map.groupBy(routes, ({ operation }) => operation.tags?.[0] ?? '')]
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${info.title}</title><style>${raw(STYLE)}</style></head>
<body><header><h1>${info.title} <small>${info.version}</small></h1><p>${info.description}</p>
<p>Every request under <code>/api</code> carries <code>X-Api-Key</code>, but for those of a till (<code>X-Till-Key</code>), and may end with 401 (the key), 429 or 503 (later: <code>Retry-After</code>). Machine-readable: <a href="/openapi.json">/openapi.json</a></p>
<nav>${groups.map(([tag]) => html`<a href="#${tag}">${tag}</a>`)}</nav></header>
<main>${groups.map(([tag, list]) => html`<section id="${tag}"><h2>${tag}</h2>${list.map(routeBlock)}</section>`)}</main></body></html>`
}

function routeBlock({ path, method, operation }: Route) {
  const { parameters = [], requestBody, responses = {} } = operation
  return html`<details><summary><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code> <span>${operation.summary ?? ''}</span></summary>
${parameters.length > 0 ? html`<h4>Parameters</h4><ul>${parameters.map((parameter) => html`<li><code>${parameter.name}</code> (${parameter.in}${parameter.required === true ? ', required' : ''}) ${parameter.description ?? ''}</li>`)}</ul>` : ''}
${requestBody === undefined ? '' : html`<h4>Body</h4>${fields(jsonSchemaOf(requestBody))}`}
${Object.entries(responses)
  .filter(([, response]) => response['$ref'] === undefined)
  .map(
    ([status, response]) =>
      html`<h4>${status} ${textOf(response['description'])}</h4>${fields(jsonSchemaOf(response))}`,
  )}
</details>`
}

function jsonSchemaOf(holder: Schema): Schema | null {
  const content = holder['content'] as Readonly<Record<string, { schema?: Schema }>> | undefined
  return content?.['application/json']?.schema ?? null
}

/** Fields as a nested list: name, type, whether it is required, limits. */
function fields(schema: Schema | null): Html | Promise<Html> | string {
  if (schema === null) return ''
  if (schema['type'] === 'array') return fields((schema['items'] ?? null) as Schema | null)
  const properties = schema['properties'] as Readonly<Record<string, Schema>> | undefined
  if (properties === undefined) return ''
  const required = (schema['required'] ?? []) as readonly string[]
  return html`<ul>${Object.entries(properties).map(([name, field]) => html`<li><code>${name}</code> ${typeText(field)}${required.includes(name) ? html` <em>required</em>` : ''}${fields(field)}</li>`)}</ul>`
}

function typeText(field: Schema): string {
  const type = field['type'] ?? (field['anyOf'] === undefined ? 'any' : 'one of several')
  const limits = [
    'format',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minimum',
    'maximum',
    'enum',
  ].flatMap((key) => (field[key] === undefined ? [] : `${key} ${JSON.stringify(field[key])}`))
  return [Array.isArray(type) ? type.join(' | ') : textOf(type), ...limits].join(', ')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

const STYLE = `
body{font:15px/1.5 system-ui,sans-serif;margin:0;color:#1b2430;background:#f6f7f9}
header{background:#12324a;color:#fff;padding:24px 32px}
header a{color:#9fd3ff;margin-right:16px}header code{background:#1f4a68}
h1{margin:0;font-size:26px}
small{font-weight:400;opacity:.7}main{max-width:980px;margin:0 auto;padding:16px 32px 64px}h2{margin:32px 0 8px}
details{background:#fff;border:1px solid #dfe3e8;border-radius:8px;margin:8px 0;padding:10px 14px}summary{cursor:pointer}
summary b{display:inline-block;width:64px;font-size:12px;letter-spacing:.04em}.get{color:#12734a}.post{color:#1257a8}
.put{color:#8a5a00}.delete{color:#b3261e}summary span{color:#5a6672}code{background:#eef1f4;border-radius:4px;padding:1px 5px}
h4{margin:14px 0 4px}ul{margin:0;padding-left:20px}em{color:#b3261e;font-style:normal;font-size:12px}`
