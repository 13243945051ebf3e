import { expect, test } from 'vitest'
import { findPreview } from './preview-kind.ts'

test.each([
  ['final.MP4', 'video', 'video/mp4'],
  ['2026/foto.JPeG', 'image', 'image/jpeg'],
  ['plan.v2.pdf', 'document', 'application/pdf'],
  ['apito.mp3', 'audio', 'audio/mpeg'],
])('%s is shown as %s', (key, kind, contentType) => {
  expect(findPreview(key)).toEqual({ kind, contentType })
})

test.each(['page.html', 'mp4', 'a.mp4/readme', 'x.', 'x.constructor', 'x.__proto__'])(
  '%s is not shown',
  (key) => expect(findPreview(key)).toBeUndefined(),
)
