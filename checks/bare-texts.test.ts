import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bareTexts } from './bare-texts.ts'

test('no text shares its element with other nodes, where a translated page would lose it', () => {
  const components = globSync('src/**/*.tsx')
  expect(components.length).toBeGreaterThan(200)
  const bare = components.flatMap((path) =>
    bareTexts(path, readFileSync(path, 'utf8')).map((text) => `${path}: ${text}`),
  )
  expect(bare, 'Give each a <span> of its own, or make one text of them').toEqual([])
})

test.each([
  ['<p>Read <a>this</a></p>', ['Read']],
  ["<p>{t('a')} <a>{t('b')}</a></p>", ["{t('a')}"]],
  ["<p>{t('a')}{isNew && t('b')}</p>", ["{t('a')}", "{isNew && t('b')}"]],
  ['<p><b />{isOld ? <i /> : `${n} times`}</p>', ['{isOld ? <i /> : `${n} times`}']],
  ["<Link>{t('a')}<Icon /></Link>", ["{t('a')}"]],
  ['<>{3}<br /></>', ['{3}']],
  ["<p>{t('a')}</p>", []],
  ["<p><span>{t('a')}</span> <a>{t('b')}</a>{' '}</p>", []],
  ['<p>{isOld && <b />}{rows.map((row) => <i key={row} />)}{/* no text */}</p>', []],
])('finds the bare texts of %s', (source, texts) => {
  expect(bareTexts('a.tsx', `const a = ${source}`)).toEqual(texts)
})
