// What is for demonstrations, as one part: it is loaded when a storyboard is looked at or a visitor is invited.
export { default as Director } from './director/director-screen.tsx';
export { Presenter, Ribbon } from './director/show.tsx';
export { default as Visitors } from './visitors/visitors-screen.tsx';
