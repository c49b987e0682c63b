// The components that screens are made of. They are one script of the bundle: what each screen imports is not parted by who uses what.
export * from './button.tsx';
export * from './code.tsx';
export * from './dialog.tsx';
export * from './form.tsx';
export * from './icon.tsx';
export * from './layout.tsx';
export * from './shown.tsx';
export * from './table.tsx';
export * from './words.tsx';
