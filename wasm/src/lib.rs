//! Two functions for a host that shares this module's memory: the host asks for room, writes a request there, and reads
//! the answer.
//!
//! A host calls `room` with the request's length in bytes, writes the request at the returned address, and calls
//! `answer`, which returns the address of the answer: 4 bytes with its length, the lowest first, and then the answer
//! itself. Both are JSON in UTF-8; `magicgen::ask::request` defines the requests. The next call of `room` or `answer`
//! invalidates the answer.

use std::cell::RefCell;

use magicgen::ask::request::Session;

/// The host's request, and the bytes shared with it.
#[derive(Default)]
struct Desk {
    session: Session,
    bytes: Vec<u8>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Makes room for a request, and returns its address.
#[expect(unsafe_code, reason = "a host finds it by this name, which no other function has")]
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *const u8 {
    DESK.with_borrow_mut(|desk| {
        desk.bytes.clear();
        desk.bytes.resize(length, 0);
        desk.bytes.as_ptr()
    })
}

/// Answers the request in the room, and returns the address of the answer's length.
#[expect(unsafe_code, reason = "a host finds it by this name, which no other function has")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    DESK.with_borrow_mut(|desk| {
        let request = String::from_utf8_lossy(&desk.bytes).into_owned();
        let answer = desk.session.answer(&request);
        desk.bytes.clear();
        let length = u32::try_from(answer.len()).unwrap_or(u32::MAX);
        desk.bytes.extend(length.to_le_bytes());
        desk.bytes.extend(answer.as_bytes());
        desk.bytes.as_ptr()
    })
}
