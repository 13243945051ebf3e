import { expect, test } from 'vitest'
import { toHashedUrl, getIntegrity, findLocaleOfUrl } from './catalogue-files.ts'

test.each(Array.from({ length: 50 }, (_, at) => `content ${at}`))(
  'the address of "%s" contains its checksum',
  async (content) => {
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content)))
    const base64 = btoa(String.fromCharCode(...hash))
    const base64url = base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
    const address = toHashedUrl('es-AR', 'messages', base64url)
    expect(getIntegrity(address)).toBe(`sha256-${base64}`)
    expect(findLocaleOfUrl(`https://site.example${address}`)).toBe('es-AR')
  },
)

test('does not check a file that is being edited', () => {
  expect(getIntegrity(toHashedUrl('pt-BR', 'pages', 'development'))).toBe('')
})
