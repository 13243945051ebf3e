import { expect, test } from 'vitest'
import { withoutVary } from './without-vary.ts'

test.each(['*', 'Accept-Language, X-Added-By-A-Proxy'])(
  'stores a response with `Vary: %s`, and finds it by its address',
  async (vary) => {
    const cache = await caches.open('texts')
    const headers = { Vary: vary, 'Content-Type': 'text/css', 'X-Added-By-A-Proxy': 'yes' }
    await cache.put('/a.css', withoutVary(new Response('a {}', { headers })))
    const found = await cache.match(new Request('/a.css', { headers: { 'Accept-Language': 'pt' } }))
    expect(await found?.text()).toBe('a {}')
    expect(found?.headers.get('Content-Type')).toBe('text/css')
  },
)
