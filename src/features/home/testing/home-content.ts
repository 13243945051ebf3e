import type { HomeContent } from '../home-screen.tsx'

const question = { question: 'Dois times, uma bola. E agora?', options: { a: 'Espero', b: 'Vou até lá' } }
const noTexts = { title: 'Um módulo', summary: 'Do que se trata.', survey: {} }
/** A course with one question. */
export const homeContent: HomeContent = {
  courses: {
    training: {
      title: 'O curso',
      summary: '',
      modules: { 'training-1': { ...noTexts, survey: { c1: question } }, 'training-2': noTexts },
    },
  },
  lesson: {
    aims: [],
    sections: [],
    say: [],
    avoid: [],
    keyPoints: [],
    transcript: [],
    checks: { c1: { right: 'b', feedback: { a: 'Falta coragem.', b: 'É isso.' } } },
  },
}
