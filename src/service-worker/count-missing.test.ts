import { expect, test } from 'vitest'
import { createCountMissing } from './count-missing.ts'

test('counts missing files by their purpose', async () => {
  const cached = new Set(['/index.html', '/messages.json'])
  const countMissing = createCountMissing(
    async (url) => (cached.has(url) ? new Response('') : undefined),
    () => ({ app: ['/index.html', '/app.js'], texts: ['/messages.json'], pictures: ['/a.svg', '/b.svg'] }),
  )
  expect(await countMissing('pt-BR')).toEqual({ app: 1, texts: 0, pictures: 2 })
  cached.add('/app.js')
  expect(await countMissing('pt-BR')).toEqual({ app: 0, texts: 0, pictures: 2 })
})
